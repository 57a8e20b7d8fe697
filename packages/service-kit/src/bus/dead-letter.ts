import type { StoredMsg } from '@nats-io/jetstream';
import { assertConnected, toBusError } from './classify.ts';
import { decodeJson, decodeText, encodeJson } from './json.ts';
import { headerNames, headersOf, readHeader } from './message-headers.ts';
import { publishStored } from './publish-stored.ts';
import { streamNames } from './rows.ts';
import type { Bus, DeadMessage } from './types.ts';

const subjectPrefix = 'dead.';
const publishTimeoutMs = 5_000;

export interface DeadLetter {
  /** The subject it was first published to; the dead letter's is `dead.` and this. */
  readonly subject: string;
  readonly payload: unknown;
  readonly reason: string;
  readonly attempts: number;
  readonly handler: string;
  readonly messageId?: string | undefined;
  readonly requestId?: string | undefined;
}

/**
 * Stores a message that will not be handled, with the reason, for an operator.
 * @throws BusError if it could not be stored: the message must then not be acknowledged
 */
export function deadLetter(bus: Bus, dead: DeadLetter): Promise<void> {
  return keepDead(bus, dead, encodeJson(dead.payload));
}

/** Does the same for the bytes of a message that may not be JSON. */
export async function keepDead(
  bus: Bus,
  dead: Omit<DeadLetter, 'payload'>,
  data: Uint8Array,
  dedupeId?: string,
): Promise<void> {
  await publishStored(bus, {
    subject: `${subjectPrefix}${dead.subject}`,
    data,
    msgId: dedupeId,
    timeoutMs: publishTimeoutMs,
    headers: headersOf({
      [headerNames.deadReason]: dead.reason,
      [headerNames.deadSubject]: dead.subject,
      [headerNames.deadHandler]: dead.handler,
      [headerNames.deadAttempts]: String(dead.attempts),
      [headerNames.deadMessageId]: dead.messageId,
      [headerNames.requestId]: dead.requestId,
    }),
  });
}

export interface ListDeadOptions {
  /** The maximum of messages, oldest first. */
  readonly limit: number;
  /** The subject they were first published to; may have wildcards. */
  readonly subject?: string;
  readonly afterSequence?: number;
  readonly stream?: string;
}

/** Returns the dead messages, oldest first. It sends one request for each: made for an operator, not for a loop. */
export async function listDead(bus: Bus, options: ListDeadOptions): Promise<readonly DeadMessage[]> {
  const found: DeadMessage[] = [];
  let sequence = (options.afterSequence ?? 0) + 1;
  while (found.length < options.limit) {
    const query = { seq: sequence, next_by_subj: `${subjectPrefix}${options.subject ?? '>'}` };
    const message = await read(bus, options.stream ?? streamNames.dead, query);
    if (!message) break;
    found.push(toDead(message));
    sequence = message.seq + 1;
  }
  return found;
}

/**
 * Runs `use` with a dead message and removes the message once `use` has succeeded.
 * @returns false if there is none of that sequence
 */
export async function takeDead(
  bus: Bus,
  sequence: number,
  use: (dead: DeadMessage) => Promise<void>,
  options: { readonly stream?: string } = {},
): Promise<boolean> {
  const stream = options.stream ?? streamNames.dead;
  const message = await read(bus, stream, { seq: sequence });
  if (!message) return false;
  await use(toDead(message));
  await bus.manager.streams.deleteMessage(stream, sequence).catch((error: unknown) => {
    throw toBusError(error, message.subject);
  });
  return true;
}

/**
 * Publishes a dead message to its first subject, under the id that it had for its consumers, and removes it.
 * @returns false if there is none of that sequence
 */
export function replayDead(
  bus: Bus,
  sequence: number,
  options: { readonly stream?: string } = {},
): Promise<boolean> {
  const replay = async (dead: DeadMessage) => {
    await publishStored(bus, {
      subject: dead.subject,
      data: dead.data,
      // A new id: within the duplicate window the first one would be discarded as a duplicate.
      msgId: `replay:${options.stream ?? streamNames.dead}:${sequence}`,
      timeoutMs: publishTimeoutMs,
      headers: headersOf({
        [headerNames.requestId]: dead.requestId,
        [headerNames.originalId]: dead.messageId,
      }),
    });
  };
  return takeDead(bus, sequence, replay, options);
}

type Query = Parameters<Bus['manager']['streams']['getMessage']>[1];

async function read(
  bus: Bus,
  stream: string,
  query: Query & { readonly seq: number; readonly next_by_subj?: string },
): Promise<StoredMsg | null> {
  assertConnected(bus);
  try {
    return await bus.manager.streams.getMessage(stream, query);
  } catch (error) {
    throw toBusError(error, stream);
  }
}

function toDead(message: StoredMsg): DeadMessage {
  const header = (name: keyof typeof headerNames) => readHeader(message.header, headerNames[name]);
  return {
    sequence: message.seq,
    subject: header('deadSubject') ?? message.subject.slice(subjectPrefix.length),
    payload: decodeJson(message.data) ?? decodeText(message.data),
    data: message.data,
    reason: header('deadReason') ?? '',
    attempts: Number(header('deadAttempts') ?? 0),
    handler: header('deadHandler') ?? '',
    messageId: header('deadMessageId'),
    requestId: header('requestId'),
    at: message.time,
  };
}

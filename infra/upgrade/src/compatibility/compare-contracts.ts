import {
  type MessagePart,
  readersOf,
  refusedSamples,
  shrunkSamples,
  unreadable,
} from '@redline/contracts/compatibility';
import type { Contracts } from './contracts-at.ts';

/** Two releases that run side by side for as long as a rollout takes. */
export interface Releases {
  readonly older: Contracts;
  readonly newer: Contracts;
}

/**
 * Checks that two releases understand each other.
 * @returns a line for each sample that was changed, each message that is gone, and each field that one of them may write
 *   and the other refuses, with the services that would refuse it
 */
export function incompatibilities({ older, newer }: Releases): readonly string[] {
  return [
    ...shrunkSamples(older.hashes, newer.hashes),
    ...onlyIn(older, newer).map((message) => `${message}: it is gone, and the older code may still send it`),
    ...refusals('the older', older, newer),
    ...refusals('the newer', newer, older),
  ];
}

/**
 * Lists requests and jobs that the older release does not know, and who has to be rolled out first for that reason: whoever
 * takes them. New events and broadcasts are heard by nobody yet.
 */
export const newcomers = ({ older, newer }: Releases): readonly string[] =>
  onlyIn(newer, older)
    .filter((message) => /^(rpc|job)\./.test(message))
    .map((message) => {
      const part = message.startsWith('rpc.') ? 'request' : 'payload';
      return `${message}: ${readersOf(newer.users, { message, part }).join(', ')} first`;
    });

function onlyIn(one: Contracts, other: Contracts): readonly string[] {
  const known = new Set(other.parts.map(({ message }) => message));
  return [...new Set(one.parts.map(({ message }) => message))].filter((message) => !known.has(message));
}

function refusals(which: string, reader: Contracts, writer: Contracts): readonly string[] {
  const whoReads = (part: Pick<MessagePart, 'message' | 'part'>) =>
    `${which} ${readersOf(reader.users, part).join(', ') || 'code'}`;
  const ofSamples = refusedSamples(writer.samples, reader.parts).map(
    (one) =>
      `${one.message} (${one.part}): a sample is refused by ${whoReads(one)}: ${one.faults.join('; ')}`,
  );
  const ofSchemas = reader.parts.flatMap((known) => {
    const written = writer.parts.find(
      ({ message, part }) => message === known.message && part === known.part,
    );
    if (!written) return [];
    return unreadable(written.schema, known.schema).map(
      ({ path, reason }) =>
        `${known.message} (${known.part}) ${path || 'as a whole'}: ${reason} by ${whoReads(known)}`,
    );
  });
  return [...new Set([...ofSamples, ...ofSchemas])];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { createBreaker } from './breaker.ts';
import { ModelFault } from './model-fault.ts';
import { post } from './post.ts';
import { createTurns } from './turns.ts';
import { completionSchema, type Format, formats, jsonOf, responseFormat, type Wanted } from './wire.ts';

export interface ChatOptions {
  /** Of the endpoint, up to and with its version: `https://host/v1`. */
  readonly url: string;
  /** Null where the endpoint wants none. */
  readonly key: string | null;
  readonly model: string;
  /** From question to answer, waiting for a turn and further tries included. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retriesMax: number;
  readonly concurrencyMax: number;
  /** Failures in a row after which the model is left alone, and for how long. */
  readonly failuresMax: number;
  readonly restMs: number;
}

/** A question whose answer is JSON of a known shape. `data` is what the question is about and is never followed. */
export interface Question<T> extends Wanted {
  readonly instructions: string;
  readonly data: unknown;
  readonly answer: z.ZodType<T>;
}

/** Asks a model. Throws a ModelFault where there is no answer of the shape that was asked for. */
export type Chat = <T>(question: Question<T>) => Promise<T>;

const answerTokensMax = 4_000;
/** Questions that may wait for a turn, for each that runs. */
const waitingPerTurn = 8;
const againMs = 200;
/** What a server asks to be waited for; past it another answer is better than a late one. */
const retryAfterMaxMs = 2_000;

/** A client of an OpenAI-compatible endpoint. */
export function createChat(options: ChatOptions): Chat {
  const inTurn = createTurns(options.concurrencyMax, options.concurrencyMax * waitingPerTurn);
  const guarded = createBreaker({ ...options, now: () => performance.now() });
  const ask = asker(options);
  return (question) => {
    const endMs = performance.now() + options.timeoutMs;
    return inTurn(options.timeoutMs, () =>
      guarded(() => withRetries(options, endMs, () => ask(question, endMs))),
    );
  };
}

const lasting: ReadonlySet<string> = new Set(['unreachable', 'limited', 'malformed']);

async function withRetries<T>(
  { retriesMax }: ChatOptions,
  endMs: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelFault) || !lasting.has(error.kind) || tries >= retriesMax) throw error;
      const waitMs = error instanceof Limited ? error.retryAfterMs : againMs;
      if (performance.now() + waitMs >= endMs) throw error;
      await sleep(waitMs);
    }
  }
}

/** Asked too often, or out of order for the moment. */
class Limited extends ModelFault {
  readonly retryAfterMs: number;

  constructor(status: number, retryAfter: string | null) {
    super('limited', `the model endpoint answered ${status}`);
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds)
      ? Math.min(Math.max(0, seconds * 1_000), retryAfterMaxMs)
      : againMs;
  }
}

/** Asks once; where a server does not know how it is asked for JSON, once more in a way that more servers know. */
function asker(options: ChatOptions) {
  const url = `${options.url.replace(/\/+$/, '')}/chat/completions`;
  let format: Format = formats[0];
  const send = <T>(question: Question<T>, asked: Format, endMs: number) =>
    post(url, options.key, bodyOf(options.model, question, asked), endMs - performance.now());
  return async <T>(question: Question<T>, endMs: number): Promise<T> => {
    const asked = format;
    let reply = await send(question, asked, endMs);
    for (const plainer of formats.slice(formats.indexOf(asked) + 1)) {
      if (reply.status !== 400 && reply.status !== 422) break;
      reply = await send(question, plainer, endMs);
      if (reply.status === 200) format = plainer;
    }
    if (reply.status === 429 || reply.status >= 500) throw new Limited(reply.status, reply.retryAfter);
    if (reply.status !== 200) throw new ModelFault('refused', `the model endpoint answered ${reply.status}`);
    return read(reply.body, question);
  };
}

const bodyOf = <T>(model: string, { instructions, data, name, jsonSchema }: Question<T>, format: Format) =>
  JSON.stringify({
    model,
    temperature: 0,
    max_tokens: answerTokensMax,
    ...responseFormat(format, { name, jsonSchema }),
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: JSON.stringify(data) },
    ],
  });

function read<T>(body: string, { answer }: Question<T>): T {
  const malformed = new ModelFault('malformed', 'the model did not answer in the shape that was asked for');
  let choice: z.infer<typeof completionSchema>['choices'][number] | undefined;
  let value: unknown;
  try {
    choice = completionSchema.parse(JSON.parse(body)).choices[0];
    if (choice?.finish_reason === 'length')
      throw new ModelFault('truncated', 'the answer of the model was cut short');
    value = jsonOf(choice?.message.content ?? '');
  } catch (error) {
    throw error instanceof ModelFault ? error : malformed;
  }
  const parsed = answer.safeParse(value);
  if (!parsed.success) throw malformed;
  return parsed.data;
}

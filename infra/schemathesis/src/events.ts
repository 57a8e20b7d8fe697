import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** A request that the program sent, and what its checks say of the answer. */
export interface Case {
  /** Method and path with its parameters' names: `GET /v1/text/checks/{id}`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
  /** Undefined if it was not answered. */
  readonly status: number | undefined;
  /** The body of the answer, or its beginning. */
  readonly answer: string;
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** The name of the check: `not_a_server_error`. */
  readonly check: string;
  readonly message: string;
}

/** What the report of a round holds. */
export type Entry =
  | { readonly kind: 'case'; readonly case: Case }
  | { readonly kind: 'error'; readonly text: string }
  /** An operation in a phase for which the program could not generate cases. */
  | { readonly kind: 'untried'; readonly what: string };

const bytes = z
  .union([z.object({ $base64: z.string() }), z.string()])
  .nullish()
  .transform((given) =>
    typeof given === 'object' ? Buffer.from(given?.$base64 ?? '', 'base64') : Buffer.from(given ?? ''),
  );

const recorderSchema = z.object({
  cases: z.record(
    z.object({
      value: z.object({
        method: z.string(),
        path: z.string(),
        meta: z.object({ generation: z.object({ mode: z.string() }) }).nullish(),
      }),
    }),
  ),
  checks: z.record(
    z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        failure_info: z.object({ failure: z.object({ message: z.string() }) }).optional(),
      }),
    ),
  ),
  interactions: z.record(
    z.object({
      request: z.object({
        method: z.string(),
        uri: z.string(),
        headers: z.record(z.array(z.string())),
        body: bytes,
      }),
      response: z.object({ status_code: z.number().int(), content: bytes }).nullish(),
    }),
  ),
});

const eventSchema = z.object({
  ScenarioFinished: z.object({ recorder: recorderSchema.partial() }).optional(),
  NonFatalError: z.unknown(),
  FatalError: z.unknown(),
});

/**
 * Reads the report of a round, line by line since it has all bodies.
 * @throws Error if a line is not of the form that this release writes
 */
export async function* readEvents(file: string): AsyncGenerator<Entry> {
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    yield* entriesOf(line);
  }
}

/** What the program says if it drew other values than before from the same seed, which it then gives up. */
const unrepeatableSchema = z.object({
  value: z.object({ type: z.enum(['Flaky', 'FlakyFailure', 'FlakyStrategyDefinition']) }),
  phase: z.string(),
  label: z.string(),
});

function errorEntry(fault: unknown): Entry {
  const unrepeatable = unrepeatableSchema.safeParse(fault);
  if (!unrepeatable.success) return { kind: 'error', text: JSON.stringify(fault) };
  const { phase, label } = unrepeatable.data;
  return { kind: 'untried', what: `${label} in the phase ${phase}` };
}

/** Reads one line of a report. */
export function* entriesOf(line: string): Generator<Entry> {
  const {
    ScenarioFinished: scenario,
    NonFatalError: error,
    FatalError: fatal,
  } = eventSchema.parse(JSON.parse(line));
  for (const fault of [error, fatal]) {
    if (fault !== undefined) yield errorEntry(fault);
  }
  const { cases = {}, checks = {}, interactions = {} } = scenario?.recorder ?? {};
  for (const [id, { request, response }] of Object.entries(interactions)) {
    const generated = cases[id]?.value;
    const { method, path } = generated ?? { method: request.method, path: new URL(request.uri).pathname };
    const status = response?.status_code;
    const failed = (checks[id] ?? []).filter((check) => check.status === 'failure');
    const isValid = generated?.meta?.generation.mode === 'positive';
    yield {
      kind: 'case',
      case: {
        operation: `${method} ${path}`,
        method: request.method,
        url: request.uri,
        headers: request.headers,
        body: request.body,
        status,
        answer: response?.content.toString() ?? '',
        failures: [
          ...failed.map(({ name, failure_info: info }) => ({
            check: name,
            message: info?.failure.message ?? '',
          })),
          ...(isValid && status !== undefined && refusesValidData(status) ? [validRefused] : []),
        ],
      },
    };
  }
}

/** Statuses that refuse what a request is: the others say who may not do it, or that something is not there. */
const refusesValidData = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 402, 403, 404, 409, 429].includes(status);

/**
 * A check of the program, made here: it gives an operation up whose refusals depend on the requests before, such as a
 * reused `Idempotency-Key`, since it cannot repeat them.
 */
const validRefused: Failure = { check: 'positive_data_acceptance', message: 'valid data was refused' };

import type { z } from 'zod';

/** What is written by one service and read by another: a whole message, or one end of a request. */
export interface MessagePart {
  /** Its subject; of jobs without the id. */
  readonly message: string;
  readonly part: 'payload' | 'request' | 'reply';
  readonly schema: z.ZodTypeAny;
}

const nestingMax = 3;

/**
 * Lists every message of the contracts, by looking for rows in what they export; so it lists those of an older release as
 * well.
 * @param contracts the module, as `import * as contracts` gives it
 */
export function messageParts(contracts: object): readonly MessagePart[] {
  const parts = new Map<string, MessagePart>();
  const visit = (value: unknown, nesting: number): void => {
    if (!isRecord(value) || isSchema(value) || nesting > nestingMax) return;
    const found = partsOfRow(value);
    for (const one of found) parts.set(`${one.message} ${one.part}`, one);
    if (found.length === 0) for (const inner of Object.values(value)) visit(inner, nesting + 1);
  };
  visit(contracts, 0);
  return [...parts.values()].sort((one, other) => (one.message < other.message ? -1 : 1));
}

function partsOfRow(row: Readonly<Record<string, unknown>>): readonly MessagePart[] {
  const message = subjectOf(row);
  if (message === undefined) return [];
  return (['payload', 'request', 'reply'] as const).flatMap((part) => {
    const schema = row[part];
    return isSchema(schema) ? [{ message, part, schema }] : [];
  });
}

/** Of an event, a request or a broadcast; of a job; of a stream that has messages of one kind. */
function subjectOf(row: Readonly<Record<string, unknown>>): string | undefined {
  const { subject, filterSubject, subjects } = row;
  if (typeof subject === 'string') return subject;
  if (typeof filterSubject === 'string') return filterSubject.replace(/\.\*$/, '');
  return Array.isArray(subjects) && typeof subjects[0] === 'string' ? subjects[0] : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSchema = (value: unknown): value is z.ZodTypeAny => isRecord(value) && '_def' in value;

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { busUsers } from '../bus-users/index.ts';
import * as contracts from '../index.ts';
import { messageParts } from './message-parts.ts';
import { readersOf } from './readers.ts';
import { refusedSamples, type Sample, shrunkSamples } from './samples.ts';

const folder = fileURLToPath(new URL('../../samples', import.meta.url));
const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
const files = globSync('*/*.json', { cwd: folder }).sort();
const samples: readonly Sample[] = files.flatMap((path) => JSON.parse(textOf(path)));
const parts = messageParts(contracts);
const named = parts.map(({ message, part, schema }) => ({
  name: `${message} ${part}`,
  message,
  part,
  schema,
}));

/** Values of `outcome` that a reply may have. */
function outcomesOf(schema: z.ZodTypeAny): readonly string[] {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return (schema.options as z.ZodObject<z.ZodRawShape>[]).flatMap((option) => outcomesOf(option));
  }
  const outcome = schema instanceof z.ZodObject ? schema.shape['outcome'] : undefined;
  if (outcome instanceof z.ZodEnum) return outcome.options;
  return outcome instanceof z.ZodLiteral ? [outcome.value] : [];
}

describe('messages written by any release still read', () => {
  it.each(named)('$name', ({ message, part, schema }) => {
    const written = samples.filter((sample) => sample.message === message && sample[part] !== undefined);
    expect(written.length).toBeGreaterThan(0);
    // A default may add a field; nothing that was sent gets lost.
    for (const sample of written) expect(schema.parse(sample[part])).toMatchObject(sample[part] as object);
  });

  it('every outcome of every reply among them', () => {
    const missing = parts
      .filter(({ part }) => part === 'reply')
      .flatMap(({ message, schema }) =>
        outcomesOf(schema)
          .filter(
            (outcome) =>
              !samples.some(
                (one) => one.message === message && (one.reply as { outcome?: string })?.outcome === outcome,
              ),
          )
          .map((outcome) => `${message} ${outcome}`),
      );
    expect(missing).toEqual([]);
  });

  it('and none is of a message that is gone', () => {
    const known = new Set(parts.map(({ message }) => message));
    expect(samples.map(({ message }) => message).filter((message) => !known.has(message))).toEqual([]);
  });
});

describe('the folder of samples only grows', () => {
  it('and has each file as it was when it was added', () => {
    const hashes = files.map((path) => [path, createHash('sha256').update(textOf(path)).digest('hex')]);
    expect(
      Object.fromEntries(hashes),
      'a new file is recorded by `npm run -s compatibility -- --record`',
    ).toEqual(JSON.parse(textOf('hashes.json')));
  });

  it('so an edited and a removed file are refused, and a new one is not', () => {
    const before = { '0.1.0/jobs.json': 'a', '0.1.0/requests.json': 'b' };
    expect(shrunkSamples(before, { ...before, '0.2.0/jobs.json': 'c' })).toEqual([]);
    expect(shrunkSamples(before, { '0.1.0/jobs.json': 'edited' })).toEqual([
      '0.1.0/jobs.json was edited: add a file instead',
      '0.1.0/requests.json was removed: add a file instead',
    ]);
  });
});

describe('a sample that a schema refuses', () => {
  const event = (payload: z.ZodTypeAny) => [
    { message: 'event.x', part: 'payload', schema: payload } as const,
  ];

  it('is named with its message and field, where older code reads what newer code writes', () => {
    const older = event(z.object({ scope: z.object({ siteId: z.enum(['us', 'id']) }) }));
    const newer: Sample[] = [{ message: 'event.x', payload: { scope: { siteId: 'fr' }, added: 1 } }];
    expect(refusedSamples(newer, older)).toEqual([
      {
        message: 'event.x',
        part: 'payload',
        faults: [expect.stringMatching(/^scope\.siteId: .*'us' \| 'id'/)],
      },
    ]);
  });

  it('and where newer code reads what older code wrote', () => {
    const newer = event(z.object({ id: z.string(), reason: z.string() }));
    expect(refusedSamples([{ message: 'event.x', payload: { id: 'text_1' } }], newer)).toEqual([
      { message: 'event.x', part: 'payload', faults: ['reason: Required'] },
    ]);
  });

  it('is none where the message is unknown, or is read as it was', () => {
    const known = event(z.object({ id: z.string() }));
    expect(refusedSamples([{ message: 'event.new', payload: {} }], known)).toEqual([]);
    expect(refusedSamples([{ message: 'event.x', payload: { id: 'text_1', more: 1 } }], known)).toEqual([]);
  });
});

it('the readers of a message are found, of each end', () => {
  const readers = (message: string, part: 'payload' | 'request' | 'reply') =>
    readersOf(busUsers, { message, part });
  expect(readers('event.text.check.failed', 'payload')).toEqual([
    'batch-orchestrator',
    'billing',
    'webhooks',
  ]);
  expect(readers('job.text.batch', 'payload')).toEqual(['text-engine']);
  expect(readers('rpc.billing.charge', 'request')).toEqual(['billing']);
  expect(readers('rpc.billing.charge', 'reply')).toEqual(['gateway', 'text-engine']);
  expect(readers('broadcast.gateway.key-revoked', 'payload')).toEqual(['gateway']);
});

import type { MessagePart } from '@redline/contracts/compatibility';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { incompatibilities, newcomers } from './compare-contracts.ts';
import type { Contracts } from './contracts-at.ts';

const failed = z.object({ id: z.string(), siteId: z.enum(['us', 'id']), reason: z.string() });
const charge = { request: z.object({ lines: z.array(z.string()) }), reply: z.object({ amount: z.number() }) };
const users = {
  billing: { serves: [{ charge: { subject: 'rpc.charge' } }], follows: { f: { subject: 'event.failed' } } },
  gateway: { asks: [{ subject: 'rpc.charge' }] },
};

function contracts(schemas: Readonly<Record<string, Partial<Record<MessagePart['part'], z.ZodTypeAny>>>>) {
  const parts = Object.entries(schemas).flatMap(([message, row]) =>
    (['payload', 'request', 'reply'] as const).flatMap((part) => {
      const schema = row[part];
      return schema ? [{ message, part, schema }] : [];
    }),
  );
  return { parts, users, samples: [], hashes: {} } as unknown as Contracts;
}
const older = contracts({ 'event.failed': { payload: failed }, 'rpc.charge': charge });

describe('two releases side by side', () => {
  it('understand each other after a field was added', () => {
    const newer = contracts({
      'event.failed': { payload: failed.extend({ code: z.string().optional() }) },
      'rpc.charge': { ...charge, request: charge.request.extend({ tenant: z.string().default('') }) },
    });
    expect(incompatibilities({ older, newer })).toEqual([]);
  });

  it('do not where the newer one writes what the older one refuses; message, field and reader are named', () => {
    const newer = contracts({
      'event.failed': { payload: failed.extend({ siteId: z.enum(['us', 'id', 'fr']) }) },
      'rpc.charge': { ...charge, reply: z.object({ amount: z.number().nullable() }) },
    });
    expect(incompatibilities({ older, newer })).toEqual([
      'event.failed (payload) siteId: "fr" is refused by the older billing',
      'rpc.charge (reply) amount: null is refused by the older gateway',
    ]);
  });

  it('nor where the older one writes what the newer one refuses', () => {
    const newer = contracts({
      'event.failed': { payload: failed.extend({ code: z.string() }) },
      'rpc.charge': { ...charge, request: z.object({ lines: z.array(z.string()).max(41) }) },
    });
    expect(incompatibilities({ older, newer })).toEqual([
      'event.failed (payload) code: its absence is refused by the newer billing',
      'rpc.charge (request) lines: max 41 is expected, and not promised by the newer billing',
    ]);
  });

  it('nor where a sample of one is refused by the other', () => {
    const sample = { message: 'event.failed', payload: { id: 'a', siteId: 'us' } };
    expect(incompatibilities({ older, newer: { ...older, samples: [sample] } })).toEqual([
      'event.failed (payload): a sample is refused by the older billing: reason: Required',
    ]);
  });

  it('nor where a message is gone; one that is new names who goes first', () => {
    const newer = contracts({
      'event.failed': { payload: failed },
      'event.new': { payload: failed },
      'rpc.charge': charge,
    });
    const releases = { older: contracts({ 'event.failed': { payload: failed } }), newer };
    expect(incompatibilities(releases)).toEqual([]);
    expect(newcomers(releases)).toEqual(['rpc.charge: billing first']);
    expect(incompatibilities({ older: newer, newer: releases.older })).toEqual([
      'event.new: it is gone, and the older code may still send it',
      'rpc.charge: it is gone, and the older code may still send it',
    ]);
  });
});

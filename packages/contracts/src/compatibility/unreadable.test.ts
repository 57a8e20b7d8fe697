import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from '../index.ts';
import { messageParts } from './message-parts.ts';
import { unreadable } from './unreadable.ts';

const older = z.object({
  id: z.string(),
  siteId: z.enum(['us', 'id']),
  reason: z.string().optional(),
  lines: z.array(z.object({ item: z.enum(['text_check']), quantity: z.number().int().max(10) })).max(2),
});
type Fields = Partial<Record<keyof typeof older.shape | 'added', z.ZodTypeAny>>;
const newerWith = (fields: Fields) => older.extend(fields as z.ZodRawShape);
const pathsOf = (writer: z.ZodTypeAny, reader: z.ZodTypeAny) =>
  unreadable(writer, reader).map(({ path }) => path);

describe('older code reads what newer code writes', () => {
  it.each<[string, Fields]>([
    ['a field is added', { added: z.string() }],
    ['a field is always sent', { reason: z.string() }],
    ['a limit is tighter', { lines: older.shape.lines.max(1) }],
    ['a value is sent no more', { siteId: z.literal('us') }],
    ['one of a union is sent', { id: z.union([z.string(), z.string().uuid()]) }],
  ])('where %s', (_, fields) => {
    expect(unreadable(newerWith(fields), older)).toEqual([]);
  });

  it.each<[string, Fields, string, RegExp]>([
    ['a new value', { siteId: z.enum(['us', 'id', 'fr']) }, 'siteId', /"fr" is refused/],
    ['a field that may be left out', { id: z.string().optional() }, 'id', /its absence is refused/],
    ['null', { id: z.string().nullable() }, 'id', /null is refused/],
    ['another type', { id: z.number() }, 'id', /number is refused, string is expected/],
    ['a longer list', { lines: older.shape.lines.max(3) }, 'lines', /max 2 is expected/],
    [
      'a larger number in a list',
      { lines: z.array(older.shape.lines.element.extend({ quantity: z.number().int() })).max(2) },
      'lines[].quantity',
      /max 10 is expected/,
    ],
    [
      'an option of a union',
      { reason: z.union([z.string(), z.object({ code: z.string() })]) },
      'reason',
      /object is refused/,
    ],
  ])('and not %s; the field is named', (_, fields, path, reason) => {
    expect(unreadable(newerWith(fields), older)).toEqual([{ path, reason: expect.stringMatching(reason) }]);
  });
});

describe('newer code reads what older code writes', () => {
  it.each<[string, Fields, readonly string[]]>([
    ['a new field may be absent', { added: z.string().optional() }, []],
    ['a new field has a default', { added: z.string().default('none') }, []],
    ['a new field is needed', { added: z.string() }, ['added']],
    ['a value was removed', { siteId: z.enum(['us']) }, ['siteId']],
    ['a field became needed', { reason: z.string() }, ['reason']],
    ['a string got a form', { id: z.string().regex(/^text_/) }, ['id']],
  ])('%s', (_, fields, paths) => {
    expect(pathsOf(older, newerWith(fields))).toEqual(paths);
  });

  it('a reader that takes no unknown field takes no removed one either', () => {
    expect(pathsOf(older, older.omit({ reason: true }).strict())).toEqual(['reason']);
  });

  it('the option of a discriminated union that is meant, by its name', () => {
    const found = z.object({ outcome: z.literal('found'), id: z.string() });
    const missing = z.object({ outcome: z.literal('not_found') });
    const reply = z.discriminatedUnion('outcome', [found, missing]);
    expect(unreadable(reply, reply)).toEqual([]);
    expect(
      pathsOf(z.discriminatedUnion('outcome', [found.extend({ id: z.null() }), missing]), reply),
    ).toEqual(['id']);
    expect(pathsOf(missing.extend({ outcome: z.literal('gone') }), reply)).toEqual(['outcome']);
  });
});

it('every message of the contracts is read by the contracts that it is written by', () => {
  const faults = messageParts(contracts).flatMap(({ message, part, schema }) =>
    unreadable(schema, schema).map(({ path, reason }) => `${message} ${part} ${path}: ${reason}`),
  );
  expect(faults).toEqual([]);
});

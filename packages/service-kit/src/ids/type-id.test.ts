import { describe, expect, it } from 'vitest';
import { createId, deriveId, firstIdAt, idTimeMs, isId } from './type-id.ts';

describe('ids', () => {
  it('sort by the time they were made, also within one millisecond', () => {
    const ids = Array.from({ length: 2_000 }, () => createId('thing'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('tell when they were made', () => {
    const before = Date.now();
    const timeMs = idTimeMs(createId('thing'));
    expect(timeMs).toBeGreaterThanOrEqual(before);
    expect(timeMs).toBeLessThanOrEqual(Date.now());
  });

  it('are bounded by the time they were made', () => {
    const id = createId('thing');
    const timeMs = idTimeMs(id);
    expect(idTimeMs(firstIdAt('thing', timeMs))).toBe(timeMs);
    expect([firstIdAt('thing', timeMs + 1), id, firstIdAt('thing', timeMs)].sort()).toEqual([
      firstIdAt('thing', timeMs),
      id,
      firstIdAt('thing', timeMs + 1),
    ]);
  });

  it('that belong to another are the same each time, as old as that, and differ by name, kind and owner', () => {
    const [owner, other] = [createId('batch'), createId('batch')];
    const derived = deriveId('text', owner, 'text:0');
    expect(deriveId('text', owner, 'text:0')).toBe(derived);
    expect(isId('text', derived)).toBe(true);
    expect(idTimeMs(derived)).toBe(idTimeMs(owner));
    const others = [deriveId('text', owner, 'text:1'), deriveId('text', other, 'text:0')];
    expect(new Set([derived, ...others]).size).toBe(3);
  });

  it.each([
    'thing_',
    'other_01jd3v7k8yf6arp0v1n8hq2s4t',
    'thing_81jd3v7k8yf6arp0v1n8hq2s4t',
    'thing_01JD',
    null,
    7,
  ])('of another form are refused: %s', (value) => expect(isId('thing', value)).toBe(false));

  it('of the right form are recognised', () => expect(isId('thing', createId('thing'))).toBe(true));
});

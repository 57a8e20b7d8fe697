import { describe, expect, it } from 'vitest';
import { createUploadSlots, type NoSlot, type Slot } from './upload-slots.ts';

const limits = { formsMax: 4, uploadsMax: 3, perClientMax: 3 };

function open(changes: Partial<typeof limits> = {}) {
  const slots = createUploadSlots({ ...limits, ...changes });
  const evicted: string[] = [];
  const enter = (client: string, name = client) => slots.enter(client, () => evicted.push(name));
  const entered = (client: string, name = client): Slot => {
    const slot = enter(client, name);
    if (typeof slot === 'string') throw new Error(slot);
    return slot;
  };
  return { enter, entered, evicted };
}
const full: Record<string, NoSlot> = { all: 'all_taken', client: 'client_full', account: 'account_full' };

describe('slots of forms', () => {
  it('are as many for one client as it may have, and come back when it leaves', () => {
    const { enter, entered } = open();
    const [first] = [entered('a'), entered('a'), entered('a')];
    expect(enter('a')).toBe(full.client);
    first?.leave();
    first?.leave();
    expect(enter('a')).not.toBeTypeOf('string');
    expect(enter('a')).toBe(full.client);
  });

  it('go to a client with fewer when all are taken: the oldest form of the client with the most gives way', () => {
    const { enter, entered, evicted } = open();
    entered('b', 'b1');
    for (const name of ['a1', 'a2', 'a3']) entered('a', name);
    entered('c', 'c1');
    expect(evicted).toEqual(['a1']);
    entered('d', 'd1');
    expect(evicted).toEqual(['a1', 'a2']);
    // Everybody has one: the oldest gives way to somebody new, and to nobody who has one.
    expect(enter('b')).toBe(full.all);
    entered('e', 'e1');
    expect(evicted).toEqual(['a1', 'a2', 'b1']);
  });

  it('are no longer held by a form that gave way', () => {
    const { entered, evicted } = open({ formsMax: 1 });
    const gone = entered('a');
    const other = entered('b');
    expect(evicted).toEqual(['a']);
    expect(gone.begin('x')).toBe(full.all);
    gone.leave();
    other.leave();
    entered('c');
    expect(evicted).toEqual(['a']);
  });
});

describe('slots of uploads', () => {
  it('are taken by nobody whose form is still waiting', () => {
    const { entered } = open();
    for (let count = 0; count < 3; count += 1) entered('a');
    expect(entered('b').begin('x')).toBeUndefined();
  });

  it('are bounded in all, by client and by account, and come back', () => {
    const { enter, entered } = open({ uploadsMax: 5, perClientMax: 2 });
    const first = entered('a');
    expect([first.begin('x'), entered('b').begin('x'), entered('c').begin('x')]).toEqual([
      undefined,
      undefined,
      full.account,
    ]);
    expect(entered('a').begin('y')).toBeUndefined();
    expect(enter('a')).toBe(full.client);
    first.leave();
    first.leave();
    expect([entered('a').begin('x'), entered('d').begin('z'), entered('e').begin('w')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(entered('f').begin('v')).toBe(full.all);
  });
});

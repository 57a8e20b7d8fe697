import { describe, expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

const fails = () => Promise.reject(new Error('down'));
const answers = () => Promise.resolve('up');

describe('what has failed several times in a row', () => {
  it('is left alone for a while, then tried by one, and asked again once that answered', async () => {
    let nowMs = 0;
    const guarded = createBreaker({ failuresMax: 2, restMs: 100, now: () => nowMs });
    await expect(guarded(fails)).rejects.toThrow('down');
    await expect(guarded(fails)).rejects.toThrow('down');
    await expect(guarded(answers)).rejects.toMatchObject({ kind: 'resting' });
    nowMs = 100;
    const trial = guarded(answers);
    await expect(guarded(answers)).rejects.toMatchObject({ kind: 'resting' });
    expect(await trial).toBe('up');
    expect(await guarded(answers)).toBe('up');
  });

  it('is left alone again when the trial fails too', async () => {
    let nowMs = 0;
    const guarded = createBreaker({ failuresMax: 1, restMs: 100, now: () => nowMs });
    await expect(guarded(fails)).rejects.toThrow('down');
    nowMs = 100;
    await expect(guarded(fails)).rejects.toThrow('down');
    await expect(guarded(answers)).rejects.toMatchObject({ kind: 'resting' });
  });

  it('is asked as ever when failures were not in a row', async () => {
    const guarded = createBreaker({ failuresMax: 2, restMs: 100, now: () => 0 });
    await expect(guarded(fails)).rejects.toThrow('down');
    expect(await guarded(answers)).toBe('up');
    await expect(guarded(fails)).rejects.toThrow('down');
    expect(await guarded(answers)).toBe('up');
  });
});

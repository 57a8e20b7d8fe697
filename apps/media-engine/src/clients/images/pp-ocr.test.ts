import { describe, expect, it } from 'vitest';
import { createPpOcr } from './pp-ocr.ts';
import type { RecognizerProcess } from './recognizer-process.ts';

const page = { pixels: { path: 'page.rgb', width: 1, height: 1 }, preview: '', folder: '' };
const { signal } = new AbortController();
const at = (left: number) => ({ left, top: 0, right: left + 10, bottom: 10 });
const line = (text: string) => ({
  text,
  confidence: 1,
  characters: Array.from({ length: text.length }, (_, index) => at(10 * index)),
});

/** A recognizer whose process fails while `isDown`. */
function recognizer(lines: readonly string[] = ['a line']) {
  const state = { isDown: false, isComplete: true, calls: 0, now: 0 };
  const call = async () => {
    state.calls++;
    if (state.isDown) throw new Error('the process ended');
    return { lines: lines.map(line), isComplete: state.isComplete };
  };
  const ppOcr = createPpOcr({
    process: { call } as unknown as RecognizerProcess,
    timeLimitMs: 1_000,
    failuresMax: 2,
    restMs: 1_000,
    now: () => state.now,
  });
  return { state, ppOcr, read: () => ppOcr.read(page, ['eng'], signal) };
}

describe('PP-OCR', () => {
  it('reads the languages of all sites, and says of others that it does not', async () => {
    const { ppOcr } = recognizer();
    const can = await Promise.all([['chi_sim'], ['ind', 'eng'], ['eng', 'tha'], []].map(ppOcr.canRead));
    expect(can).toEqual([true, true, false, false]);
  });

  it('returns lines in their order, Chinese without the spaces that stand for gaps', async () => {
    const lines = await recognizer(['加厚底 受热均匀', 'Only 99']).read();
    expect(lines.map(({ text }) => text)).toEqual(['加厚底受热均匀', 'Only 99']);
    expect(lines[0]?.characters.map(({ left }) => left)).toEqual([0, 10, 20, 40, 50, 60, 70]);
  });

  it('is left alone for a while after failing in a row, and then tried again', async () => {
    const { state, read } = recognizer();
    state.isDown = true;
    for (let n = 0; n < 2; n++) await expect(read()).rejects.toThrow('the process ended');
    await expect(read()).rejects.toThrow('is left alone');
    expect(state.calls).toBe(2);
    [state.isDown, state.now] = [false, 1_000];
    expect(await read()).toMatchObject([{ text: 'a line' }]);
    await read();
    expect(state.calls).toBe(4);
  });

  it('leaves a page that it did not read in full to others, however many there are', async () => {
    const { state, read } = recognizer();
    state.isComplete = false;
    for (let n = 0; n < 3; n++) await expect(read()).rejects.toThrow('more text than');
    state.isComplete = true;
    expect(await read()).toMatchObject([{ text: 'a line' }]);
  });

  it('has not failed where the check was cancelled', async () => {
    const { state, ppOcr, read } = recognizer();
    state.isDown = true;
    for (let n = 0; n < 3; n++)
      await expect(ppOcr.read(page, ['eng'], AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
        'cancelled',
      );
    state.isDown = false;
    expect(await read()).toMatchObject([{ text: 'a line' }]);
  });
});

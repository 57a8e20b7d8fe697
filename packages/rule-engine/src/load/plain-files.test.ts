import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlain, writePlain } from './plain-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-plain-'));
const file = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const twice = Int32Array.of(1, -1, 2 ** 31 - 1);
const data = {
  words: new Map([['治疗', new Set([1, 2])]]),
  expression: /a+/giu,
  twice: [twice, twice],
  part: new Uint16Array([1, 2, 3, 4]).subarray(1, 3),
  shared: new Uint8Array(new SharedArrayBuffer(3)),
  none: new Float64Array(0),
  fractions: Float64Array.of(0.1, Number.NaN),
};

describe('plain data in a file', () => {
  it('is read as it was written, with arrays in memory of their own', () => {
    writePlain(file, data);
    const read = readPlain<typeof data>(file);
    expect(read).toEqual(data);
    expect(read?.twice[0]).toBe(read?.twice[1]);
    expect(read?.part.buffer.byteLength).toBe(4);
    expect(read?.twice[0]?.buffer.byteLength).toBe(12);
  });

  it('is null where there is no file, and refused where the file breaks off', () => {
    expect(readPlain(join(folder, 'nothing'))).toBeNull();
    writePlain(file, data);
    writeFileSync(file, readFileSync(file).subarray(0, -1));
    expect(() => readPlain(file)).toThrow('breaks off');
  });

  it('holds arrays of numbers only', () => {
    expect(() => writePlain(file, { view: new DataView(new ArrayBuffer(8)) })).toThrow(TypeError);
  });
});

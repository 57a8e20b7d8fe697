import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const root = new URL('..', import.meta.url).pathname;

describe('the README', () => {
  it('has no code but that of the examples, which run against the product', () => {
    const examples = globSync('examples/*.ts', { cwd: root }).map(read);
    const pieces = [...read('README.md').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
      ([, piece = '']) => piece,
    );
    expect(pieces.length).toBeGreaterThan(10);
    const strange = pieces.filter((piece) => !examples.some((example) => example.includes(piece)));
    expect(strange).toEqual([]);
  });
});

import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

const root = resolve('.');

it('compares with a commit on the inputs that the project is measured by', () => {
  expect(readOptions(['--base', '6ce6991'], root)).toMatchObject({
    base: '6ce6991',
    texts: 2000,
    rewrites: 500,
    evalFolder: join(resolve('..'), 'shared', 'eval'),
  });
});

it.each([[[]], [['--base', 'x', '--texts', 'many']], [['--base', 'x', '--other', '1']]])(
  'refuses %j',
  (args) => {
    expect(() => readOptions(args, root)).toThrow();
  },
);

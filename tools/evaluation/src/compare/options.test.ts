import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('compares with a commit on the inputs that the project is measured by', () => {
  expect(readOptions(['--base', '6ce6991'], '/work/redline')).toMatchObject({
    base: '6ce6991',
    texts: 2000,
    rewrites: 500,
    evalFolder: '/work/shared/eval',
  });
});

it.each([[[]], [['--base', 'x', '--texts', 'many']], [['--base', 'x', '--other', '1']]])(
  'refuses %j',
  (args) => {
    expect(() => readOptions(args, '/work/redline')).toThrow();
  },
);

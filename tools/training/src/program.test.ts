import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.ts';

function run(...args: readonly string[]): { lines: string[]; hasFailed: boolean } {
  const lines: string[] = [];
  let hasFailed = false;
  const program = buildProgram({
    print: (line) => void lines.push(line),
    fail: () => {
      hasFailed = true;
    },
  });
  program.exitOverride().configureOutput({ writeErr: () => undefined });
  program.parse(args, { from: 'user' });
  return { lines, hasFailed };
}

describe('the command line of training', () => {
  it('checks that the weights belong to the corpus', () => {
    expect(run('id', '--check')).toEqual({
      lines: [expect.stringMatching(/^id: \d+ sentences, the weights belong to them$/)],
      hasFailed: false,
    });
  });

  it.each([
    ['a site without a corpus', ['mars'], "'mars' is invalid"],
    ['an unknown option', ['us', '--chek'], "unknown option '--chek'"],
    ['two sites', ['us', 'id'], 'too many arguments'],
  ])('refuses %s and trains nothing', (_, args, reason) => {
    expect(() => run(...args)).toThrow(reason);
  });
});

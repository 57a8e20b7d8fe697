import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.ts';

function run(...args: readonly string[]): string[] {
  const lines: string[] = [];
  const program = buildProgram({ print: (line) => void lines.push(line) });
  program.exitOverride().configureOutput({ writeErr: () => undefined });
  program.parse(args, { from: 'user' });
  return lines;
}

describe('the command line of training', () => {
  it('checks the corpus of a site', () => {
    expect(run('id')).toEqual([expect.stringMatching(/^id: \d+ sentences in passages, \d+ texts$/)]);
  });

  it.each([
    ['a site without a corpus', ['mars'], "'mars' is invalid"],
    ['an unknown option', ['us', '--chek'], "unknown option '--chek'"],
    ['two sites', ['us', 'id'], 'too many arguments'],
  ])('refuses %s', (_, args, reason) => {
    expect(() => run(...args)).toThrow(reason);
  });
});

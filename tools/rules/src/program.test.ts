import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.ts';

/** Runs the command line as a user types it; what commander refuses is thrown. */
function run(...args: readonly string[]): { lines: string[]; hasFailed: boolean } {
  const lines: string[] = [];
  let hasFailed = false;
  const program = buildProgram({
    print: (line) => void lines.push(line),
    fail: () => {
      hasFailed = true;
    },
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  program.parse(args, { from: 'user' });
  return { lines, hasFailed };
}

describe('the command line of rule authors', () => {
  it('checks the notices of the main site', () => {
    expect(run('check', 'notices')).toEqual({
      lines: [expect.stringMatching(/^notices: \d+, 0 faults$/)],
      hasFailed: false,
    });
  });

  it('evaluates a text, which may begin with a dash, where it is published', () => {
    const text = '- Our balm melts wrinkles away. It does not cure eczema.';
    const { lines } = run('try', 'us', 'dtc_us', 'beauty', text, '--rewrite');
    expect(lines[0]).toBe('riskLevel: high');
    expect(lines).toContainEqual(expect.stringMatching(/^violation high us\.cosmetic-drug-claim\./));
    expect(lines).toContainEqual(expect.stringMatching(/^lawful \(negation\) us\.disease-claim\./));
    expect(lines).toContainEqual(expect.stringMatching(/^precise: /));
  });

  it('says why a text is judged as it is: what is sold, claims with their rows, and what came of them', () => {
    const text = 'These capsules cure gout in a week. They are not meant to cure diabetes.';
    const { lines, hasFailed } = run('why', '--site', 'us', '--vertical', 'supplement', text);
    expect(hasFailed).toBe(false);
    expect(lines[0]).toMatch(/^sold: [a-z_]+ .*\([a-z_]+ [01]\.\d\d/);
    expect(lines).toContain('"These capsules cure gout in a week"');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}unlawful [01]\.\d\d.*; topic [a-z_]+$/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}claim treats_disease: \w+ \(made [01]\.\d\d, mentioned [01]\.\d\d\)$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}row us\.policy\.[a-z.-]+: violation, /));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}decision: /));
    expect(lines).toContainEqual(expect.stringMatching(/^violation high by the \w+, us\..*cure gout/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}law: ./));
    expect(lines).toContainEqual(expect.stringMatching(/^lawful \(negation\) us\./));
  });

  it('refuses a place that the site does not have', () => {
    expect(run('why', '--site', 'us', '--vertical', 'cars', 'A car.')).toEqual({
      lines: ['us has no vertical "cars"'],
      hasFailed: true,
    });
  });

  it.each([
    ['a site without a pack', ['check', 'mars'], "'mars' is invalid"],
    ['no text', ['try', 'us'], "missing required argument 'words'"],
    ['an unknown option', ['check', '--all'], "unknown option '--all'"],
  ])('refuses %s', (_, args, reason) => {
    expect(() => run(...args)).toThrow(reason);
  });
});

import type { Verdict } from './invariants/judge.ts';
import { countsOf } from './outcome/counts.ts';
import type { RunResult } from './run.ts';

const violationsShown = 20;

/** Formats the result of a run as lines. */
export function reportOf({ observed, verdicts, faults, settledMs, logs }: RunResult): readonly string[] {
  const counts = countsOf(observed).map(([name, count]) => `${String(count).padStart(8)}  ${name}`);
  return [
    `came to rest ${(settledMs / 1_000).toFixed(1)} s after the last client`,
    '',
    ...(faults.length > 0 ? [`${String(faults.length).padStart(8)}  faults`] : []),
    ...counts,
    '',
    ' checked  verdict   invariant',
    ...verdicts.flatMap(linesOf),
    ...(logs ? ['', `logs: ${logs}`] : []),
  ];
}

function linesOf({ name, checked, violations }: Verdict): readonly string[] {
  const verdict = violations.length > 0 ? `${violations.length} BROKEN` : 'holds';
  const shown = violations.slice(0, violationsShown).map((violation) => `                    ${violation}`);
  const more = violations.length > violationsShown ? ['                    …'] : [];
  return [`${String(checked).padStart(8)}  ${verdict.padEnd(9)} ${name}`, ...shown, ...more];
}

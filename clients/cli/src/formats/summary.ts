import type { FileResult } from '../domain/result.ts';
import { type Level, levels } from '../domain/risk.ts';

/** Counts of a run. */
export interface Summary extends Readonly<Record<Level, number>> {
  readonly files: number;
  readonly risks: number;
  /** Files with risks. */
  readonly filesAtRisk: number;
  /** Risks that ignore comments have left out. */
  readonly ignored: number;
}

/** Counts what was found. */
export function summaryOf(files: readonly FileResult[]): Summary {
  const risks = files.flatMap((file) => file.risks);
  const counts = levels.map((level) => [level, risks.filter((risk) => risk.level === level).length]);
  return {
    files: files.length,
    risks: risks.length,
    filesAtRisk: files.filter((file) => file.risks.length > 0).length,
    ...(Object.fromEntries(counts) as Record<Level, number>),
    ignored: files.reduce((sum, { ignored }) => sum + ignored, 0),
  };
}

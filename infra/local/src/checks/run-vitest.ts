import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runTool, type ToolOptions } from './run-tool.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
});

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Runs one vitest project with its output on the terminal.
 * @returns how many tests passed and failed; a run that broke off counts as one failed
 */
export async function runVitest(project: string, options: ToolOptions): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-report-'));
  const file = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    // Every core: vitest leaves one free, which of two is half. What needs servers waits for them most of its time;
    // only the whole product wants the machine for itself.
    const workers = project === 'product' ? [] : ['--maxWorkers=100%'];
    const result = await runTool('vitest', ['run', '--project', project, ...workers, ...reporters], {
      ...options,
      live: true,
    });
    const written = await readFile(file, 'utf8').catch(() => '{}');
    const { data: report } = reportSchema.safeParse(JSON.parse(written));
    if (!report) return { passed: 0, failed: 1 };
    // A file that cannot be loaded fails the run without a failed test in it.
    const lost = result.passed && report.success ? 0 : 1;
    return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, lost) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

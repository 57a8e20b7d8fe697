import { PackError } from '@redline/rule-engine/load';
import { buildProgram } from './program.ts';

try {
  await buildProgram((line) => process.stdout.write(`${line}\n`)).parseAsync();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  // The faults of a pack begin with file and line, for editors.
  process.stderr.write(error instanceof PackError ? `${error.message}\n` : `error: ${error.message}\n`);
  process.exitCode = 1;
}

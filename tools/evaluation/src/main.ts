import { openReaderRuntime, PackError } from '@redline/rule-engine/load';
import { FaultsError } from './faults-error.ts';
import { buildProgram } from './program.ts';

try {
  await openReaderRuntime();
  await buildProgram((line) => process.stdout.write(`${line}\n`)).parseAsync();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  // Faults in files begin with file and line, for editors.
  const isFaults = error instanceof PackError || error instanceof FaultsError;
  process.stderr.write(isFaults ? `${error.message}\n` : `error: ${error.message}\n`);
  process.exitCode = 1;
}

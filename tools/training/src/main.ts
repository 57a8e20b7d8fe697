import { openReaderRuntime, PackError } from '@redline/rule-engine/load';
import { buildProgram } from './program.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const fail = (): void => {
  process.exitCode = 1;
};

try {
  await openReaderRuntime();
  buildProgram({ print }).parse();
} catch (error) {
  if (!(error instanceof PackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  fail();
}

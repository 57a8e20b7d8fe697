import { openReaderRuntime } from '@redline/rule-engine/load';
import { buildProgram } from './program.ts';

await openReaderRuntime();
buildProgram({
  print: (line) => process.stdout.write(`${line}\n`),
  fail: () => {
    process.exitCode = 1;
  },
}).parse();

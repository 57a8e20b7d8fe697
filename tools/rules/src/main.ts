import { buildProgram } from './program.ts';

buildProgram({
  print: (line) => process.stdout.write(`${line}\n`),
  fail: () => {
    process.exitCode = 1;
  },
}).parse();

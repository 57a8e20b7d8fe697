#!/usr/bin/env node
import { PackError } from '@redline/rule-engine/load';
import { CommanderError } from 'commander';
import { exitCodes } from './commands/exit-codes.ts';
import { isColorShown } from './commands/is-color-shown.ts';
import { InputError } from './domain/input-error.ts';
import { buildProgram, usageCode } from './program.ts';

const { env, stdout } = process;
const warn = (line: string): void => void process.stderr.write(`redline: ${line}\n`);
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Who reads no further, as `head`, has seen enough.
  if (error.code !== 'EPIPE') warn(`the output cannot be written: ${error.message}`);
  process.exit(error.code === 'EPIPE' ? exitCodes.clean : exitCodes.failed);
});

const output = {
  write: (text: string) => void stdout.write(text),
  warn,
  isColored: isColorShown(env, stdout),
};

try {
  await buildProgram(output, (code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  // Commander has said it already.
  if (error instanceof CommanderError) return usageCode(error.exitCode);
  warn(error instanceof Error ? error.message : String(error));
  if (error instanceof InputError) return exitCodes.unusable;
  // What is no fault of a pack or a server is one of ours; its place helps to report it.
  const isOurs = error instanceof Error && !(error instanceof PackError) && error.name === 'Error';
  if (isOurs && error.stack) warn(error.stack);
  return exitCodes.failed;
}

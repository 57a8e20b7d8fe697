import { BusError } from '@redline/service-kit/bus';
import { CommanderError } from 'commander';

/** What went wrong, as the one sentence that an operator reads. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BusError && error.code === 'no_responders')
    return `the service that answers this is not running (${error.message})`;
  // Its own message is the name of what it did, which was to print the commands there are.
  if (error instanceof CommanderError && error.code === 'commander.help')
    return 'the command is not finished; --help lists what can follow';
  return error instanceof Error ? error.message : String(error);
}

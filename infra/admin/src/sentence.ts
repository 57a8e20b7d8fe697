import { BusError } from '@redline/service-kit/bus';
import { CommanderError } from 'commander';

/** Converts an error to one sentence for the operator. */
export function sentenceOf(error: unknown): string {
  if (error instanceof BusError && error.code === 'no_responders')
    return `the service that answers this is not running (${error.message})`;
  // Commander printed its help; the error's own message only names that.
  if (error instanceof CommanderError && error.code === 'commander.help')
    return 'the command is not finished; --help lists what can follow';
  return error instanceof Error ? error.message : String(error);
}

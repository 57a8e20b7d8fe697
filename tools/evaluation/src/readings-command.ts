import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  compareMachines,
  compareReadingFiles,
  type DrawOptions,
  type MachineOptions,
  writeReadings,
} from './commands/compare-machines.ts';
import { wholeNumber } from './whole-number.ts';

interface ReadingsOptions extends DrawOptions, MachineOptions {
  readonly out?: string;
  readonly compare?: true;
  readonly allowed: number;
}

/** Adds the command that compares what machines and runtimes read. */
export function addReadingsCommand(program: Command, print: (line: string) => void): void {
  program
    .command('readings')
    .description('compares the probabilities that the reader gives here and on another machine or runtime')
    .argument('[files...]', 'with --compare two files of readings')
    .option('--count <number>', 'texts, equally many a site', wholeNumber, 50)
    .option('--seed <number>', 'of the drawing', wholeNumber, 13)
    .addOption(new Option('--runtime <name>', 'the other runtime').choices(['auto', 'web']).default('auto'))
    .option('--under <command>', 'begins the other command line, as `qemu-x86_64 -cpu Haswell-noTSX`')
    .option('--node <file>', 'the Node that it runs (default: this one)')
    .option('--out <file>', 'only reads, and writes what was read')
    .option('--compare', 'compares two files')
    .option('--allowed <distance>', 'how far probabilities may lie apart', distance, 0.005)
    .action(async (files: string[], options: ReadingsOptions, command: Command) => {
      const [one, other] = files;
      if (options.compare && (one === undefined || other === undefined || files.length > 2))
        return command.error('error: --compare takes two files');
      for (const line of await linesFor(one, other, options)) print(line);
    });
}

async function linesFor(
  one: string | undefined,
  other: string | undefined,
  options: ReadingsOptions,
): Promise<string[]> {
  if (one !== undefined && other !== undefined) return compareReadingFiles(one, other, options.allowed);
  if (options.out !== undefined) return writeReadings(options.out, options);
  return compareMachines(options, options.allowed);
}

function distance(written: string): number {
  if (!/^0?\.\d{1,6}$/.test(written)) throw new InvalidArgumentError('It takes a number below 1.');
  return Number(written);
}

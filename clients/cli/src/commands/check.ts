import manifest from '../../package.json' with { type: 'json' };
import { checkCopy } from '../domain/check-copy.ts';
import { InputError } from '../domain/input-error.ts';
import type { FileResult } from '../domain/result.ts';
import { type FailOn, failsFor } from '../domain/risk.ts';
import { placeOf } from '../domain/sites.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import { findFiles } from '../inputs/find-files.ts';
import { readFile } from '../inputs/read-file.ts';
import { endingsOf, type Fields, type InputType, readSource, typeOfName } from '../inputs/read-source.ts';
import { type Config, placeOptionsOf, readConfig } from './config.ts';
import { exitCodes } from './exit-codes.ts';
import { inOrder } from './in-order.ts';
import { type Judges, judgesOf, type ServerOptions } from './judges.ts';
import type { Output } from './output.ts';
import type { PlaceArguments } from './place-options.ts';

/** Options that say which parts of files are read. */
export interface InputArguments {
  readonly type?: InputType;
  readonly column: readonly string[];
  readonly field: readonly string[];
  readonly stdinFilename: string;
  readonly exclude: readonly string[];
  readonly config?: string;
}

/** The options of `check`. */
export interface CheckArguments extends PlaceArguments, InputArguments, ServerOptions {
  readonly format: FormatName;
  readonly failOn?: FailOn;
  readonly quiet: boolean;
}

const defaultFailOn: FailOn = 'violation';

/**
 * Checks the copy of files and writes what was found. A file that cannot be read is said, and the others are checked.
 * @returns the exit code
 * @throws InputError for arguments that cannot be used
 * @throws ServerError, PackError, NoReaderError where nothing can judge
 */
export async function check(
  paths: readonly string[],
  options: CheckArguments,
  output: Output,
): Promise<number> {
  const config = readConfig(options.config);
  const failOn = options.failOn ?? config.failOn ?? defaultFailOn;
  const judges = judgesOf(options);
  const fields = fieldsOf(options, config);
  const files = filesOf(paths, options, config, fields);
  const format = formatOf(options.format, { isColored: output.isColored, isQuiet: options.quiet });
  const results: FileResult[] = [];
  const unread: { path: string; reason: string }[] = [];
  for await (const result of inOrder(files, judges.width, (path) =>
    checkFile(path, { options, config, fields, judges }),
  )) {
    if ('reason' in result) {
      unread.push(result);
      output.warn(`${result.path}: ${result.reason}`);
    } else {
      results.push(result);
      output.write(format.file(result));
    }
  }
  const hasFailed = results.some(({ risks }) => risks.some(({ level }) => failsFor(level, failOn)));
  const { version } = manifest;
  output.write(
    format.end({ version, judgedBy: judges.judgedBy(), files: results, unread, failOn, hasFailed }),
  );
  if (unread.length > 0) return exitCodes.unusable;
  return hasFailed ? exitCodes.found : exitCodes.clean;
}

/** Columns and fields: those of the command line, else those of the configuration. */
export const fieldsOf = ({ column, field }: InputArguments, config: Config): Fields => ({
  columns: column.length > 0 ? column : (config.columns ?? []),
  fields: field.length > 0 ? field : (config.fields ?? []),
});

/**
 * Lists the files that are meant; the current folder where no path is named.
 * @throws InputError where there are none
 */
export function filesOf(
  paths: readonly string[],
  { exclude }: InputArguments,
  config: Config,
  fields: Fields,
): readonly string[] {
  const endings = endingsOf(fields);
  const named = paths.length > 0 ? paths : ['.'];
  const files = findFiles(named, { endings, excluded: [...exclude, ...config.exclude] });
  if (files.length > 0) return files;
  throw new InputError(
    `${named.join(', ')}: there is nothing to check, no file that ends in ${endings.join(', ')}`,
  );
}

interface Checking {
  readonly options: CheckArguments;
  readonly config: Config;
  readonly fields: Fields;
  readonly judges: Judges;
}

type Unread = { readonly path: string; readonly reason: string };

async function checkFile(
  named: string,
  { options, config, fields, judges }: Checking,
): Promise<FileResult | Unread> {
  const path = named === '-' ? options.stdinFilename : named;
  const place = placeOf(placeOptionsOf(path, config, options));
  const findRisks = await judges.findRisksAt(place);
  try {
    const { text: file } = await readFile(named);
    const source = readSource(file, options.type ?? typeOfName(path) ?? 'text', fields);
    return await checkCopy({ path, file, source }, findRisks, place);
  } catch (error) {
    if (error instanceof InputError) return { path, reason: error.message };
    throw error;
  }
}

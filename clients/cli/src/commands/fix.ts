import { writeFile } from 'node:fs/promises';
import { rewrite, type Strategy } from '@redline/rule-engine/rewrite';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { checkCopy } from '../domain/check-copy.ts';
import { type CopyEdit, editFile, editsBetween } from '../domain/edit-copy.ts';
import { ignoresOf } from '../domain/ignores.ts';
import { InputError } from '../domain/input-error.ts';
import { joinBlocks, judgedTextsOf, rangeIn } from '../domain/judged-texts.ts';
import { linesOf } from '../domain/lines.ts';
import type { CopyPlace, FileResult } from '../domain/result.ts';
import { type FailOn, failsFor } from '../domain/risk.ts';
import { placeOf } from '../domain/sites.ts';
import { type OpenEngine, openEngine, selectionOf } from '../engine/open-engine.ts';
import { prettyFormat } from '../formats/pretty.ts';
import { findFiles } from '../inputs/find-files.ts';
import { readFile } from '../inputs/read-file.ts';
import { type InputType, readSource, typeOfName } from '../inputs/read-source.ts';
import { placeOptionsOf, readConfig } from './config.ts';
import { exitCodes } from './exit-codes.ts';
import type { Output } from './output.ts';
import type { PlaceArguments } from './place-options.ts';

/** The options of `fix`. */
export interface FixArguments extends PlaceArguments {
  readonly write: boolean;
  readonly strategy: Strategy;
  readonly exclude: readonly string[];
  readonly config?: string;
  readonly failOn?: FailOn;
}

const endings = ['.txt', '.text', '.md', '.markdown'];
const rewritten: ReadonlySet<InputType> = new Set(['text', 'markdown']);
/** The most characters of a file: it is read again for each change. */
const lengthMax = 1024 * 1024;
const noFields = { columns: [], fields: [] };

/**
 * Rewrites the copy of text and Markdown files: shows the changes, or writes them, and says what is left.
 * @returns the exit code, by the risks that the files have then
 * @throws InputError for arguments that cannot be used
 * @throws PackError, NoReaderError where nothing can judge
 */
export async function fix(paths: readonly string[], options: FixArguments, output: Output): Promise<number> {
  const config = readConfig(options.config);
  const failOn = options.failOn ?? config.failOn ?? 'violation';
  const files = findFiles(paths, { endings, excluded: [...options.exclude, ...config.exclude] });
  if (files.length === 0)
    throw new InputError(`there is nothing to rewrite, no file that ends in ${endings.join(', ')}`);
  const engines = new Map<string, OpenEngine>();
  const engineOf = async (site: string): Promise<OpenEngine> => {
    const engine = engines.get(site) ?? (await openEngine(site));
    engines.set(site, engine);
    return engine;
  };
  let hasFailed = false;
  let isUnread = false;
  for (const path of files) {
    const place = placeOf(placeOptionsOf(path, config, options));
    try {
      const result = await fixFile(path, place, await engineOf(place.site), options, output);
      hasFailed ||= result.risks.some(({ level }) => failsFor(level, failOn));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      output.warn(`${path}: ${error.message}`);
      isUnread = true;
    }
  }
  if (isUnread) return exitCodes.unusable;
  return hasFailed ? exitCodes.found : exitCodes.clean;
}

async function fixFile(
  path: string,
  place: CopyPlace,
  open: OpenEngine,
  { write, strategy }: FixArguments,
  output: Output,
): Promise<FileResult> {
  const type = typeOfName(path) ?? 'text';
  if (!rewritten.has(type)) throw new InputError('only text and Markdown are rewritten');
  const { text: file, mark } = await readFile(path);
  if (file.length > lengthMax) throw new InputError('files of more than 1 MB are not rewritten; divide it');
  const read = (text: string) => readSource(text, type, noFields);
  const edits = editsOf(file, read(file), open, place, strategy);
  const fixed = editFile({ file, read }, edits);
  const { positionOf } = linesOf(file);
  for (const { start } of fixed.refused) {
    const { line, column } = positionOf(start);
    output.warn(
      `${path}:${line}:${column}: this must be rewritten by hand; without its words the markup would break or be empty`,
    );
  }
  if (fixed.file !== file) {
    if (write) await writeFile(path, mark + fixed.file);
    output.write(
      write
        ? `${path}: rewritten\n`
        : createTwoFilesPatch(path, path, file, fixed.file, '', '', { headerOptions: FILE_HEADERS_ONLY }),
    );
  }
  const findRisks = open.findRisks(place);
  const after = await checkCopy({ path, file: fixed.file, source: read(fixed.file) }, findRisks, place);
  if (after.risks.length > 0) {
    output.write(`${leftTitle(fixed.file !== file, write)}\n\n`);
    output.write(prettyFormat({ isColored: output.isColored, isQuiet: true }).file(after));
  }
  return write ? after : await checkCopy({ path, file, source: read(file) }, findRisks, place);
}

function leftTitle(isChanged: boolean, write: boolean): string {
  if (!isChanged) return 'not rewritten:';
  return write ? 'left:' : 'left after the change, at their places then:';
}

/** The changes of a rewrite, in the copy of the whole file; without those in lines with an ignore comment. */
function editsOf(
  file: string,
  { documents, comments }: ReturnType<typeof readSource>,
  { engine }: OpenEngine,
  place: CopyPlace,
  strategy: Strategy,
): readonly CopyEdit[] {
  const lines = linesOf(file);
  const { ignores } = ignoresOf(comments, lines);
  const whole = joinBlocks(documents.flatMap(({ blocks }) => blocks));
  const edits: CopyEdit[] = [];
  let from = 0;
  for (const { text } of documents.flatMap((document) => judgedTextsOf(document))) {
    const at = whole.text.indexOf(text, from);
    from = at + text.length;
    const order = {
      text,
      selection: selectionOf(place),
      strategy,
      mode: 'content',
      customFindings: [],
    } as const;
    const result = rewrite(order, engine);
    // Where nothing of substance would be left, somebody has to write something.
    if (result.refusal === 'nothing_left') continue;
    for (const edit of editsBetween(text, result.text)) {
      edits.push({ ...edit, start: edit.start + at, end: edit.end + at });
    }
  }
  return edits.filter(({ start, end }) => {
    const { line } = lines.positionOf(rangeIn(whole, start, end).start);
    return !ignores.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  });
}

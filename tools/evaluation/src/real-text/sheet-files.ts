import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonLines } from '../cases/read-cases.ts';
import type { PlantedFinding } from './planted-findings.ts';
import type { SampledFinding, SheetFinding } from './sheet-items.ts';

const keySchema = z.object({
  n: z.number().int(),
  topic: z.string(),
  sampleOf: z.array(z.enum(['current', 'base'])),
  ruleIds: z.array(z.string()),
  /** Of a planted finding. */
  truth: z.enum(['right', 'wrong']).nullable(),
});
/** What a line of a sheet really is. */
export type KeyLine = z.infer<typeof keySchema>;

export const answers = ['right', 'arguable', 'wrong'] as const;
const answerSchema = z.object({ n: z.number().int(), answer: z.enum(answers) });
/** A reader's answer to a line of a sheet. */
export type Answer = (typeof answers)[number];

const instructions = [
  'Each item is a text with a marked part ⟦…⟧, and what the mark says of it. Answer `right` when the marked words make that claim',
  'or break that rule in this text, `wrong` when they do not, `arguable` when a careful reader could hold either. Write one line',
  'an item into a file of answers: `{"n": 1, "answer": "right"}`.',
].join('\n');

/**
 * Writes `sheet.jsonl`, the same as `sheet.md`, and `key.jsonl` apart. Findings are in an order by chance, planted ones among them.
 * @returns the number of lines
 */
export function writeSheet(
  folder: string,
  findings: readonly (SampledFinding | PlantedFinding)[],
  title: string,
): number {
  mkdirSync(folder, { recursive: true });
  const sheet = findings.map((finding, at) => ({
    n: at + 1,
    text: marked(finding),
    topic: finding.topic,
    says: finding.says,
  }));
  const key = findings.map((finding, at): KeyLine => {
    const planted = 'truth' in finding;
    return {
      n: at + 1,
      topic: finding.topic,
      sampleOf: planted ? [] : [...finding.sampleOf],
      ruleIds: planted ? [] : [...finding.ruleIds],
      truth: planted ? finding.truth : null,
    };
  });
  const pages = sheet.map(({ n, text, topic, says }) => `## ${n}\n\n${says} (\`${topic}\`)\n\n${text}\n`);
  writeFileSync(join(folder, 'sheet.jsonl'), linesOf(sheet));
  writeFileSync(join(folder, 'key.jsonl'), linesOf(key));
  writeFileSync(join(folder, 'sheet.md'), [`# ${title}`, '', instructions, '', ...pages].join('\n'));
  return sheet.length;
}

/** Reads a key. Throws a ZodError for anything else. */
export const readKey = (file: string): KeyLine[] =>
  jsonLines(readFileSync(file, 'utf8')).map(({ value }) => keySchema.parse(value));

/** Reads how many lines a sheet has, by their numbers. */
export const readSheetNumbers = (file: string): Set<number> =>
  new Set(
    jsonLines(readFileSync(file, 'utf8')).map(({ value }) => z.object({ n: z.number() }).parse(value).n),
  );

/** Reads a reader's answers by number. Throws a ZodError for anything else. */
export const readAnswers = (file: string): Map<number, Answer> =>
  new Map(
    jsonLines(readFileSync(file, 'utf8')).map(({ value }) => {
      const { n, answer } = answerSchema.parse(value);
      return [n, answer];
    }),
  );

const marked = ({ text, start, end }: SheetFinding): string =>
  `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;

const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

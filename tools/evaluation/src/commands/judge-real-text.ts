import { join } from 'node:path';
import type { Engine } from '@redline/rule-engine/evaluate';
import { formatShare, shareWhere } from '@redline/training/share';
import { askEngines, type Verdicts } from '../asking/ask-checkout.ts';
import type { Question } from '../asking/question.ts';
import { createRandom } from '../compare/random.ts';
import { type GatheredText, gatheredFolder, gatheredTexts } from '../real-text/keep-texts.ts';
import { placeOfRealText } from '../real-text/place-of-real-text.ts';
import { drawn, plantedFindings } from '../real-text/planted-findings.ts';
import { writeSheet } from '../real-text/sheet-files.ts';
import { type EngineName, sampleFindings } from '../real-text/sheet-items.ts';
import { textKinds } from '../real-text/source-list.ts';
import { engineFor } from '../site-folders.ts';
import { casesOf } from './measure-cases.ts';

/** How gathered text is judged. */
export interface RealTextOptions {
  /** Findings of each engine on the sheet. */
  readonly sample: number;
  readonly seed: number;
  readonly base?: string;
  /** Folder of the sheet. */
  readonly out?: string;
}

/** One of so many findings on a sheet is planted. */
const plantedOneIn = 5;

/**
 * Judges all gathered text of a site, and writes a sheet of findings to be read.
 * @returns lines for a terminal
 */
export async function judgeRealText(site: string, options: RealTextOptions): Promise<string[]> {
  const texts = gatheredTexts(site);
  const selection = placeOfRealText(site);
  const questions = texts.map(({ id, text }): Question => ({ id, site, text, selection }));
  const { current, base } = await askEngines(questions, options.base);
  const engines = new Map<EngineName, Verdicts>([
    ['current', current],
    ...(base ? [['base', base] as const] : []),
  ]);
  const random = createRandom(options.seed);
  const sampled = sampleFindings(texts, engines, options.sample, random);
  const engine = engineFor(site);
  const planted = plantedFindings(
    [...casesOf(site, engine, 'dev'), ...casesOf(site, engine, 'train')],
    Math.round(sampled.length / (plantedOneIn - 1)),
    categoryIn(engine),
    random,
  );
  const folder = options.out ?? join(gatheredFolder(site), 'reading');
  const all = [...sampled, ...planted];
  const count = writeSheet(folder, drawn(all, all.length, random), `Findings on real text, ${site}`);
  return [
    ...[...engines].flatMap(([name, verdicts]) => shareLines(name, texts, verdicts)),
    `${count} findings to read, ${planted.length} of them planted: ${folder}`,
  ];
}

function shareLines(name: EngineName, texts: readonly GatheredText[], verdicts: Verdicts): string[] {
  const flagged = (some: readonly GatheredText[]): string =>
    formatShare(shareWhere(some, ({ id }) => (verdicts.get(id)?.violations.length ?? 0) > 0));
  const bySource = Map.groupBy(texts, ({ source }) => source);
  return [
    `${name}: texts flagged`,
    ...textKinds.map((kind) => `  ${kind.padEnd(40)} ${flagged(texts.filter((one) => one.kind === kind))}`),
    ...[...bySource].map(([source, some]) => `    ${source.padEnd(38)} ${flagged(some)}`),
  ];
}

/** Returns a function that names topics as findings do. */
function categoryIn({ pack }: Engine): (topic: string) => string {
  return (topic) => {
    const rule = pack.rules.find((one) => one.topic === topic);
    const category = rule && pack.wordings.get(rule.wordingId)?.category;
    return category?.['en-US'] ?? category?.['zh-CN'] ?? topic;
  };
}

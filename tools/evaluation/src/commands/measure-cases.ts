import { spawnSync } from 'node:child_process';
import { type Engine, riskLevelOf } from '@redline/rule-engine/evaluate';
import { askEngines, type Verdicts } from '../asking/ask-checkout.ts';
import { type CaseMeasures, type JudgedCase, measureCases, measureTopics } from '../cases/case-measures.ts';
import { caseNamesOf } from '../cases/case-names.ts';
import type { Case } from '../cases/case-record.ts';
import { measureLines, missLines, pairedLines, topicLines } from '../cases/case-report.ts';
import { allowOpening, logOpening } from '../cases/openings.ts';
import { type PairedMeasures, pairCases } from '../cases/paired.ts';
import { partsOf } from '../cases/split-cases.ts';
import { readSplit } from '../cases/split-file.ts';
import { casesFolderOf, checkoutRoot, docsPage, engineFor } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';

/** The part of the cases to measure with; the test is opened only with a reason. */
export interface CaseOptions {
  readonly split: 'test' | 'dev' | 'train';
  readonly why?: string;
  readonly beyondTheLimit?: true;
  readonly base?: string;
}

/** The figures of a site. */
export interface SiteCases {
  readonly site: string;
  readonly split: string;
  readonly texts: number;
  readonly measures: CaseMeasures;
  readonly topics: Readonly<Record<string, CaseMeasures>>;
  readonly baseMeasures?: CaseMeasures;
  readonly paired?: PairedMeasures;
}

interface MeasuredSite {
  readonly figures: SiteCases;
  /** For a terminal. */
  readonly lines: readonly string[];
}

const openingsPage = docsPage('measurements/cases-test-openings.md');

/**
 * Makes sure that a part of a site's cases may be measured, and tells whether that opens the test.
 * @throws Error for a test without a reason, or beyond the limit
 */
export function mayMeasure(
  site: string,
  { split, why, beyondTheLimit }: CaseOptions,
): { readonly opens: boolean; readonly isBeyondLimit: boolean } {
  if (split !== 'test') return { opens: false, isBeyondLimit: false };
  if (!why?.trim()) throw new Error('the test is opened with a reason: --why');
  return { opens: true, ...allowOpening(openingsPage, site, beyondTheLimit === true) };
}

/** Measures a part of a site's cases. Throws an Error for a test that may not be opened. */
export async function measureSiteCases(site: string, options: CaseOptions): Promise<MeasuredSite> {
  const allowed = mayMeasure(site, options);
  const engine = engineFor(site);
  const cases = casesOf(site, engine, options.split);
  if (cases.length === 0) throw new Error(`${site} has no cases in ${options.split}`);
  const questions = cases.map(({ id, text, place }) => ({
    id,
    site,
    text,
    selection: placed(place, engine),
  }));
  const { current, base } = await askEngines(questions, options.base);
  const judged = judgedBy(cases, engine, current);
  const judgedByBase = base && judgedBy(cases, engine, base);
  const measures = measureCases(judged);
  const topics = measureTopics(judged);
  const paired = judgedByBase && pairCases(judged, judgedByBase);
  if (allowed.opens)
    logOpening(openingsPage, {
      date: new Date().toISOString().slice(0, 10),
      commit: commitNow(),
      site,
      texts: cases.length,
      why: options.why ?? '',
      measures,
      isBeyondLimit: allowed.isBeyondLimit,
    });
  return {
    figures: {
      site,
      split: options.split,
      texts: cases.length,
      measures,
      topics: Object.fromEntries(topics),
      ...(judgedByBase && { baseMeasures: measureCases(judgedByBase) }),
      ...(paired && { paired }),
    },
    lines: [
      `${site}, ${options.split}: ${cases.length} cases`,
      ...measureLines(measures),
      ...(judgedByBase ? ['the base:', ...measureLines(measureCases(judgedByBase))] : []),
      ...(paired ? pairedLines(paired) : []),
      ...topicLines(topics),
      // Whoever reads which texts of the test were missed tunes on them.
      ...(allowed.opens ? [] : missLines(judged)),
    ],
  };
}

/**
 * Reads the opened cases of a part of the split.
 * @throws Error before the test is frozen: until then every case may become part of it
 */
export function casesOf(site: string, engine: Engine, part: CaseOptions['split']): Case[] {
  const all = readCheckedCases(site, caseNamesOf(site, engine));
  const split = readSplit(casesFolderOf(site));
  if (!split) throw new Error(`the test of ${site} is not frozen: cases --freeze --site ${site}`);
  const parts = partsOf(all, split);
  return all.filter(({ id, status }) => status === 'opened' && parts.get(id) === part);
}

/** Completes a place by the values that texts have which say none. */
export function placed(place: Case['place'], { pack }: Engine): Case['place'] {
  const unsaid = Object.entries(pack.meta.dimensions).flatMap(([name, dimension]) =>
    dimension.unsaid === undefined ? [] : [[name, dimension.unsaid]],
  );
  return { ...Object.fromEntries(unsaid), ...place };
}

function judgedBy(cases: readonly Case[], { pack }: Engine, verdicts: Verdicts): JudgedCase[] {
  return cases.map((one) => {
    const verdict = verdicts.get(one.id);
    if (!verdict) throw new Error(`${one.id} was not answered`);
    const labels = one.spans.map(({ severity, tier }) => ({ kind: 'violation' as const, severity, tier }));
    return { one, expectedLevel: riskLevelOf(labels, pack.meta), verdict };
  });
}

function commitNow(): string {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: checkoutRoot, encoding: 'utf8' }).stdout.trim();
  return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
}

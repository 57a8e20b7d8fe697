import { readFileSync, writeFileSync } from 'node:fs';
import { loadNotices, noticesHashOf } from '@redline/rule-engine/load';
import { noticeBookOf, noticesOf } from '@redline/rule-engine/notices';
import { strategies } from '@redline/rule-engine/rewrite';
import { shareWhere } from '@redline/training/share';
import { measureDetection } from '../detection-measures.ts';
import { detectionPage, type MeasuredNotices, type MeasuredSite } from '../detection-page.ts';
import { evaluateSet } from '../evaluate-set.ts';
import { readLabelledSet } from '../labelled-set.ts';
import { answerQuestions } from '../notice-measures.ts';
import { measureRewrites, sharesOf } from '../rewrite-measures.ts';
import { docsPage, engineFor, packFolderOf } from '../site-folders.ts';

/** Labelled sets by site, and that of the notices. */
export interface DetectionSets {
  readonly us?: string;
  readonly id?: string;
  readonly main?: string;
  readonly notices?: string;
}

const sites = ['us', 'id', 'main'] as const;

/**
 * Measures every site that a set is given for, and writes docs/detection.md.
 * @returns the path of the page
 */
export async function writeDetectionPage(sets: DetectionSets): Promise<string> {
  const measured = sites.flatMap((site) => {
    const file = sets[site];
    return file === undefined ? [] : [measureSite(site, readFileSync(file, 'utf8'))];
  });
  if (measured.length === 0) throw new Error('page needs the labelled set of at least one site');
  const notices =
    sets.notices === undefined ? null : await measureNotices(readFileSync(sets.notices, 'utf8'));
  const page = docsPage('detection.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(page, detectionPage(date, measured, notices));
  return page;
}

function measureSite(site: string, jsonl: string): MeasuredSite {
  const engine = engineFor(site);
  const { pack } = engine;
  const evaluated = evaluateSet(engine, jsonl);
  const violating = readLabelledSet(engine, jsonl).filter(({ isViolating }) => isViolating);
  return {
    site,
    version: pack.meta.version,
    contentHash: pack.contentHash,
    rules: pack.rules.length,
    texts: evaluated.length,
    measures: measureDetection(evaluated),
    rewrites: new Map(
      strategies.map((strategy) => [strategy, sharesOf(measureRewrites(engine, violating, strategy))]),
    ),
  };
}

async function measureNotices(jsonl: string): Promise<MeasuredNotices> {
  const folder = packFolderOf('main');
  const notices = noticesOf(noticeBookOf(loadNotices(folder).pack), null);
  const answered = await answerQuestions(notices, jsonl);
  return { contentHash: noticesHashOf(folder), right: shareWhere(answered, ({ isRight }) => isRight) };
}

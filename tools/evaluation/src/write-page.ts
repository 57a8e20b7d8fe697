import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadNotices, loadPack, noticesHashOf } from '@redline/rule-engine/load';
import { noticeBookOf, noticesOf } from '@redline/rule-engine/notices';
import { strategies } from '@redline/rule-engine/rewrite';
import { shareOf } from '@redline/training/wilson';
import { measure } from './measures.ts';
import { judgeNotices } from './notice-set.ts';
import { type MeasuredNotices, type MeasuredSite, pageOf } from './page.ts';
import { rewriteAll, shareOfGood } from './rewrites.ts';
import { judgeLabelled, readLabelled } from './sets.ts';

const sites = ['us', 'id', 'main'];
const page = fileURLToPath(new URL('../../../docs/detection.md', import.meta.url));
const packOf = (site: string): string => fileURLToPath(new URL(`../../../packs/${site}`, import.meta.url));

/**
 * Measures every site that a set is given for (`--us FILE`, `--id`, `--main`, `--notices`) and writes the page of
 * figures, which names no text and no file. @returns where it is
 */
export async function writePage(args: readonly string[]): Promise<string> {
  const fileOf = (name: string): string | undefined => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? undefined : args[at + 1];
  };
  const measured = sites.flatMap((site) => {
    const file = fileOf(site);
    return file === undefined ? [] : [measureSite(site, readFileSync(file, 'utf8'))];
  });
  if (measured.length === 0)
    throw new Error('usage: eval page [--us FILE] [--id FILE] [--main FILE] [--notices FILE]');
  const notices = fileOf('notices');
  const date = new Date().toISOString().slice(0, 10);
  const asked = notices === undefined ? null : await measureNotices(readFileSync(notices, 'utf8'));
  writeFileSync(page, pageOf(date, measured, asked));
  return page;
}

function measureSite(site: string, jsonl: string): MeasuredSite {
  const loaded = loadPack(packOf(site));
  const { pack } = loaded;
  const engine = engineOf(loaded);
  const judged = judgeLabelled(engine, jsonl);
  const violating = readLabelled(engine, jsonl).filter(({ violation }) => violation);
  return {
    ...{ site, version: pack.meta.version, contentHash: pack.contentHash },
    ...{ rules: pack.rules.length, items: judged.length, measures: measure(judged) },
    rewrites: new Map(
      strategies.map((strategy) => [strategy, shareOfGood(rewriteAll(engine, violating, strategy))]),
    ),
  };
}

async function measureNotices(jsonl: string): Promise<MeasuredNotices> {
  const folder = packOf('main');
  const judged = await judgeNotices(noticesOf(noticeBookOf(loadNotices(folder).pack), null), jsonl);
  const right = judged.filter(({ isRight }) => isRight).length;
  return { contentHash: noticesHashOf(folder), right: shareOf(right, judged.length) };
}

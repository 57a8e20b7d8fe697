import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Engine, engineOf } from '@redline/rule-engine/evaluate';
import { describeFault, loadNotices, loadPackWithExamples, PackError } from '@redline/rule-engine/load';
import { checkNoticeExamples, noticeBookOf, noticesOf } from '@redline/rule-engine/notices';
import { strategies } from '@redline/rule-engine/rewrite';
import { foldReport } from './fold-sets.ts';
import { measure } from './measures.ts';
import { judgeNotices, noticeReport } from './notice-set.ts';
import { pageOfPictures } from './pictures.ts';
import { reportOf } from './report.ts';
import { reportOfRewrites, rewriteAll } from './rewrites.ts';
import { judgeExamples, judgeLabelled, readLabelled } from './sets.ts';
import { writePage } from './write-page.ts';

/**
 * Command line: `eval SITE [--rewrites|--folds] [--set FILE]`. Without a set it measures the pack on its rules' own
 * examples; with `--rewrites` it rewrites the violating texts of the set and measures that, with `--folds` it disguises them
 * one way after the other.
 * `eval notices --set FILE` measures the qualification notices of the main site.
 * `eval pictures` measures words on pictures on all sites and writes docs/detection-pictures.md.
 * `eval page [--us FILE] [--id FILE] [--main FILE] [--notices FILE]` measures all these and writes docs/detection.md.
 */
async function main(args: readonly string[]): Promise<number> {
  const [site = 'us'] = args.filter((arg, at) => !arg.startsWith('--') && args[at - 1] !== '--set');
  const at = args.indexOf('--set');
  const file = at >= 0 ? args[at + 1] : undefined;
  if (at >= 0 && file === undefined) {
    process.stderr.write('usage: eval SITE|notices [--set FILE]\n');
    return 1;
  }
  try {
    if (site === 'page') {
      process.stdout.write(`${await writePage(args)}\n`);
      return 0;
    }
    if (site === 'pictures') return await writePicturesPage();
    if (site === 'notices') return await evalNotices(file);
    const folderOf = (name: string): string =>
      fileURLToPath(new URL(`../../../${name}/${site}`, import.meta.url));
    const loaded = loadPackWithExamples(folderOf('packs'));
    const { pack, examples } = loaded;
    const engine = engineOf(loaded);
    if (args.includes('--folds')) {
      const folders = { pack: folderOf('packs'), corpus: folderOf('corpus') };
      process.stdout.write(`${foldReport(engine, { examples }, folders, file).join('\n')}\n`);
      return 0;
    }
    if (args.includes('--rewrites')) return measureRewrites(engine, file);
    const judged =
      file === undefined
        ? judgeExamples(engine, examples)
        : judgeLabelled(engine, readFileSync(file, 'utf8'));
    const set = file === undefined ? "the rules' own examples" : 'a labelled set';
    process.stdout.write(
      `${site} ${pack.meta.version}: ${pack.rules.length} rules, ${judged.length} items of ${set}\n`,
    );
    process.stdout.write(`${reportOf(measure(judged)).join('\n')}\n`);
    return 0;
  } catch (cause) {
    if (!(cause instanceof PackError) && !(cause instanceof Error)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    return 1;
  }
}

async function writePicturesPage(): Promise<number> {
  const engineFor = (site: string): Engine =>
    engineOf(loadPackWithExamples(fileURLToPath(new URL(`../../../packs/${site}`, import.meta.url))));
  const page = fileURLToPath(new URL('../../../docs/detection-pictures.md', import.meta.url));
  await writeFile(page, pageOfPictures(engineFor));
  process.stdout.write(`${page}\n`);
  return 0;
}

function measureRewrites(engine: Engine, file: string | undefined): number {
  if (file === undefined) throw new Error('--rewrites needs --set FILE');
  const items = readLabelled(engine, readFileSync(file, 'utf8')).filter(({ violation }) => violation);
  for (const strategy of strategies) {
    const rewrites = rewriteAll(engine, items, strategy);
    process.stdout.write(`${items.length} violating texts, ${rewrites.length} with a finding\n`);
    process.stdout.write(`${reportOfRewrites(strategy, rewrites).join('\n')}\n`);
  }
  return 0;
}

async function evalNotices(file: string | undefined): Promise<number> {
  const notices = loadNotices(fileURLToPath(new URL('../../../packs/main', import.meta.url)));
  if (file === undefined) {
    const faults = checkNoticeExamples(notices);
    for (const fault of faults) process.stdout.write(`${describeFault(fault)}\n`);
    return faults.length > 0 ? 1 : 0;
  }
  const judged = await judgeNotices(noticesOf(noticeBookOf(notices.pack), null), readFileSync(file, 'utf8'));
  process.stdout.write(`notices: ${judged.length} questions of a labelled set\n`);
  process.stdout.write(`${noticeReport(judged).join('\n')}\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));

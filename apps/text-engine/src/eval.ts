import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPackWithExamples } from './clients/pack-files.ts';
import { PackError } from './clients/yaml-source.ts';
import { engineOf } from './domain/evaluate.ts';
import { measure } from './eval/measures.ts';
import { reportOf } from './eval/report.ts';
import { judgeExamples, judgeLabelled } from './eval/sets.ts';

/** Command line: `eval SITE [--set FILE]`. Without a set it measures the pack on its rules' own examples. */
function main(args: readonly string[]): number {
  const [site = 'us'] = args.filter((arg, at) => !arg.startsWith('--') && args[at - 1] !== '--set');
  const at = args.indexOf('--set');
  const file = at >= 0 ? args[at + 1] : undefined;
  if (at >= 0 && file === undefined) {
    process.stderr.write('usage: eval SITE [--set FILE]\n');
    return 1;
  }
  try {
    const { pack, examples } = loadPackWithExamples(
      fileURLToPath(new URL(`../packs/${site}`, import.meta.url)),
    );
    const engine = engineOf(pack);
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

process.exitCode = main(process.argv.slice(2));

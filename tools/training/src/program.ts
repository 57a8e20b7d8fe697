import { Argument, Command } from 'commander';
import { checkWeights } from './commands/check-weights.ts';
import { trainSite } from './commands/train-site.ts';
import { corpusSites } from './site-files.ts';

interface Output {
  /** Writes a line. */
  readonly print: (line: string) => void;
  /** Reports that the check failed. */
  readonly fail: () => void;
}

/** Builds the command line; see the README for its output. */
export function buildProgram({ print, fail }: Output): Command {
  return new Command('train')
    .description(
      'Trains the classifier of a site on its corpus; writes its weights and the page of its figures',
    )
    .addArgument(new Argument('[site]').choices(corpusSites).default('us'))
    .option('--check', 'only checks the corpus, and that the weights were trained on it', false)
    .action((site: string, { check }: { check: boolean }) => {
      if (!check) trainSite(site, print);
      else if (!checkWeights(site, print)) fail();
    });
}

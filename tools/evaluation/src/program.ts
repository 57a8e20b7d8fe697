import { Argument, Command, Option } from 'commander';
import { addBuiltTextCommands } from './built-text-command.ts';
import { addCasesCommand } from './cases-command.ts';
import { measureNotices } from './commands/measure-notices.ts';
import { measureShadow } from './commands/measure-shadow.ts';
import { measureSite } from './commands/measure-site.ts';
import { measureSiteDisguises } from './commands/measure-site-disguises.ts';
import { measureSiteRewrites } from './commands/measure-site-rewrites.ts';
import { type DetectionSets, writeDetectionPage } from './commands/write-detection-page.ts';
import { writePicturesPage } from './commands/write-pictures-page.ts';
import { addReadingsCommand } from './readings-command.ts';
import { addRealTextCommands } from './real-text-command.ts';
import { packSites } from './site-folders.ts';

interface SiteOptions {
  readonly set?: string;
  readonly rewrites?: true;
  readonly folds?: true;
}

/**
 * Builds the command line; see the README for each command's output.
 * @param print writes a line
 */
export function buildProgram(print: (line: string) => void): Command {
  const program = new Command('eval').description(
    'Measures packs on labelled texts, and writes the pages of figures',
  );
  const printAll = (lines: readonly string[]): void => {
    for (const line of lines) print(line);
  };
  program
    .command('site', { isDefault: true })
    .description('measures the pack of a site; `eval us` is short for `eval site us`')
    .addArgument(new Argument('[site]').choices(packSites).default('us'))
    .option('--set <file>', "labelled texts, one JSON object a line (default: the rules' own examples)")
    .addOption(new Option('--rewrites', 'measures rewrites; needs --set').conflicts('folds'))
    .option('--folds', 'measures disguised texts')
    .action((site: string, { set, rewrites, folds }: SiteOptions, command: Command) => {
      if (folds) return printAll(measureSiteDisguises(site, set));
      if (!rewrites) return printAll(measureSite(site, set));
      if (set === undefined) return command.error("error: option '--rewrites' needs option '--set <file>'");
      return printAll(measureSiteRewrites(site, set));
    });
  program
    .command('notices')
    .description('measures the qualification notices of the main site')
    .option('--set <file>', 'labelled questions, one JSON object a line (default: checks the examples)')
    .action(async ({ set }: { set?: string }) => printAll(await measureNotices(set)));
  program
    .command('pictures')
    .description('measures words on pictures of all sites, and writes docs/detection-pictures.md')
    .action(() => print(writePicturesPage()));
  program
    .command('shadow')
    .description('measures what each rule of phrases adds to the reader and the policy table')
    .addArgument(new Argument('<site>').choices(packSites))
    .argument('<sets...>', 'files of labelled texts')
    .action((site: string, sets: string[]) => printAll(measureShadow(site, sets)));
  program
    .command('page')
    .description('measures the sites whose sets are given, and writes docs/detection.md')
    .option('--us <file>', 'labelled texts')
    .option('--id <file>', 'labelled texts')
    .option('--main <file>', 'labelled texts')
    .option('--notices <file>', 'labelled questions')
    .action(async (sets: DetectionSets) => print(await writeDetectionPage(sets)));
  addCasesCommand(program, print);
  addRealTextCommands(program, print);
  addBuiltTextCommands(program, print);
  addReadingsCommand(program, print);
  return program;
}

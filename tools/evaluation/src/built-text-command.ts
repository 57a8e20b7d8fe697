import { Argument, type Command, Option } from 'commander';
import { measurePages, type PageOptions } from './commands/measure-pages.ts';
import { measureTerms, type TermOptions } from './commands/measure-terms.ts';
import { packSites } from './site-folders.ts';
import { wholeNumber } from './whole-number.ts';

/** Adds the commands that measure with texts which are built: long pages, and terms in sentences that carry them. */
export function addBuiltTextCommands(program: Command, print: (line: string) => void): void {
  program
    .command('pages')
    .description('measures long pages, built of cases that do not measure otherwise and lawful texts')
    .addOption(new Option('--site <site>', 'one site (default: all)').choices(packSites))
    .addOption(new Option('--split <part>', 'the cases in them').choices(['dev', 'train']).default('dev'))
    .option('--seed <number>', 'of the building', wholeNumber, 13)
    .option('--base <commit>', 'compares with the engine of another commit')
    .action(async ({ site, ...options }: PageOptions & { site?: string }) => {
      for (const one of site === undefined ? packSites : [site])
        for (const line of await measurePages(one, options)) print(line);
    });
  program
    .command('terms')
    .description('measures terms of a public list in neutral sentences')
    .addArgument(new Argument('<site>').choices(packSites))
    .argument('<file>', 'terms, one a line')
    .option('--base <commit>', 'compares with the engine of another commit')
    .option('--missed', 'lists the terms that were found in no sentence')
    .action(async (site: string, file: string, options: TermOptions) => {
      for (const line of await measureTerms(site, file, options)) print(line);
    });
}

import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { checkCases } from './commands/check-cases.ts';
import { drawSources } from './commands/draw-sources.ts';
import { freezeCases } from './commands/freeze-cases.ts';
import { importSiteCases } from './commands/import-cases.ts';
import { listCaseIds } from './commands/list-case-ids.ts';
import { makeSitePrecedents } from './commands/make-precedents.ts';
import { type CaseOptions, mayMeasure, measureSiteCases, type SiteCases } from './commands/measure-cases.ts';
import { packSites } from './site-folders.ts';
import { wholeNumber } from './whole-number.ts';

interface Options extends CaseOptions {
  readonly site?: string;
  readonly check?: true;
  readonly import?: string;
  readonly precedents?: string | true;
  readonly freeze?: true;
  readonly reopen?: number;
  readonly ids?: true;
  readonly json?: string;
}

/** Adds the command of cases that agencies decided: it checks, imports, freezes or measures. */
export function addCasesCommand(program: Command, print: (line: string) => void): void {
  program
    .command('cases')
    .description('cases that agencies decided and wordings that they accept')
    .addOption(new Option('--site <site>', 'one site (default: all)').choices(packSites))
    .option('--check', 'checks what is stored')
    .option('--import <file>', 'adds collected rows, one JSON object a line; needs --site')
    .option(
      '--precedents [file]',
      'makes the precedents of the pack of --site of the stored cases, or of collected rows',
    )
    .option('--freeze', 'chooses the test of --site, once and for all')
    .option('--reopen <count>', 'draws opened cases for a second reader', wholeNumber)
    .option('--ids', 'lists the ids of the cases of --split, for the training')
    .addOption(
      new Option('--split <part>', 'the part to measure with')
        .choices(['dev', 'train', 'test'])
        .default('dev'),
    )
    .option('--why <reason>', 'why the test is opened; it is logged')
    .option('--beyond-the-limit', 'opens the test once more than is allowed; it is logged')
    .option('--base <commit>', 'compares with the engine of another commit, case by case')
    .option('--json <file>', 'writes the figures as JSON as well')
    .action(async (options: Options, command: Command) => {
      const sites = options.site === undefined ? packSites : [options.site];
      const needsSite = options.import !== undefined || options.freeze || options.precedents !== undefined;
      if (needsSite && options.site === undefined)
        return command.error('error: --import, --precedents and --freeze need --site');
      if (options.import !== undefined) return importSiteCases(sites[0] ?? '', options.import, print);
      if (options.precedents !== undefined)
        return makeSitePrecedents(
          sites[0] ?? '',
          options.precedents === true ? null : options.precedents,
          print,
        );
      if (options.freeze) return print(freezeCases(sites[0] ?? ''));
      if (options.reopen !== undefined) {
        const count = options.reopen;
        return printAll(
          sites.flatMap((site) => drawSources(site, count)),
          print,
        );
      }
      if (options.ids) {
        const part = options.split ?? 'dev';
        return printAll(
          sites.flatMap((site) => listCaseIds(site, part)),
          print,
        );
      }
      if (options.check) return printAll(checkCases(sites), print);
      return measure(sites, options, print);
    });
}

async function measure(sites: readonly string[], options: Options, print: (line: string) => void) {
  const figures: SiteCases[] = [];
  // Before any is opened.
  for (const site of sites) mayMeasure(site, options);
  for (const site of sites) {
    const measured = await measureSiteCases(site, options);
    figures.push(measured.figures);
    printAll(measured.lines, print);
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
}

function printAll(lines: readonly string[], print: (line: string) => void): void {
  for (const line of lines) print(line);
}

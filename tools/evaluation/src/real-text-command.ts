import { type Command, Option } from 'commander';
import { type GatherOptions, gatherTexts } from './commands/gather-texts.ts';
import { judgeRealText, type RealTextOptions } from './commands/judge-real-text.ts';
import { type ReplayOptions, replayTexts } from './commands/replay-texts.ts';
import { scoreReadings } from './commands/score-readings.ts';
import { packSites } from './site-folders.ts';
import { wholeNumber } from './whole-number.ts';

const collect = (path: string, paths: readonly string[] = []): string[] => [...paths, path];

/** Adds the commands that gather real text and judge what is found in it. */
export function addRealTextCommands(program: Command, print: (line: string) => void): void {
  program
    .command('gather')
    .description('gathers real text into .redline/real-text, which is not kept')
    .option('--list <file>', 'sources (default: sources.yaml of the tool)')
    .option('--folder <path>', 'reads the files of a folder too; may be repeated', collect)
    .option('--shop-folder <path>', 'the same, of text that is written to sell something', collect)
    .option('--no-npm', 'leaves packages of npm out')
    .option('--no-debian', 'leaves Debian out')
    .action((options: GatherOptions) => gatherTexts(options, print));
  program
    .command('real')
    .description('judges gathered text, and writes findings for blind reading')
    .addOption(new Option('--site <site>', 'one site (default: all)').choices(packSites))
    .option('--sample <count>', 'findings of each engine to read', wholeNumber, 150)
    .option('--seed <number>', 'of the draw', wholeNumber, 13)
    .option('--base <commit>', 'mixes the findings of another commit in')
    .option('--out <folder>', 'for the sheet and its key (default: beside the texts)')
    .action(async ({ site, ...options }: RealTextOptions & { site?: string }) => {
      for (const one of site === undefined ? packSites : [site])
        for (const line of [one, ...(await judgeRealText(one, options))]) print(line);
    });
  program
    .command('replay')
    .description(
      'judges stored texts by another checkout too, and says what would change; never what they say',
    )
    .argument('<file>', 'texts as `list-texts` of text-engine writes them; - for standard input')
    .requiredOption('--base <commit>', 'a commit, or the folder of another checkout')
    .option('--shown <count>', 'texts that are listed, by id', wholeNumber, 20)
    .action(async (file: string, options: ReplayOptions) => {
      for (const line of await replayTexts(file, options)) print(line);
    });
  program
    .command('score')
    .description('joins the answers of readers with the key of their sheet')
    .argument('<sheet>', 'sheet.jsonl')
    .argument('<key>', 'key.jsonl')
    .argument('<answers...>', 'a file of each reader')
    .action((sheet: string, key: string, answers: string[]) => {
      for (const line of scoreReadings(sheet, key, answers)) print(line);
    });
}

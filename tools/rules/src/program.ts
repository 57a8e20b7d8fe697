import { Argument, Command, Option } from 'commander';
import { checkNotices } from './check-notices.ts';
import { checkPack } from './check-pack.ts';
import { countAlternatives } from './count-alternatives.ts';
import { explainText } from './explain-text.ts';
import { packFolderOf, packSites } from './packs-folder.ts';
import { tryText } from './try-text.ts';

interface Output {
  /** Writes a line. */
  readonly print: (line: string) => void;
  /** Reports that a command found faults. */
  readonly fail: () => void;
}

interface WhyOptions {
  readonly site: string;
  readonly platform?: string;
  readonly vertical?: string;
  readonly place: readonly string[];
}

/** The places that a command names, by dimension. */
function placesOf(
  site: string,
  { platform, vertical }: Pick<WhyOptions, 'platform' | 'vertical'>,
  others: readonly string[],
): Record<string, string> {
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(vertical === undefined ? {} : { [site === 'main' ? 'industryVertical' : 'vertical']: vertical }),
    ...Object.fromEntries(others.map((one) => one.split('=', 2))),
  };
}

/** Builds the command line of rule authors; see the README for each command's output. */
export function buildProgram({ print, fail }: Output): Command {
  const program = new Command('rules').description('Checks rule packs, and evaluates a text by one');
  const finish = (isFine: boolean): void => {
    if (!isFine) fail();
  };
  program
    .command('check')
    .description('checks a pack and runs the examples of its rules')
    .addArgument(new Argument('[site]').choices([...packSites, 'notices']).default('us'))
    .option('--only <topic or id prefix>', 'runs the examples of these rules only', '')
    .action((site: string, { only }: { only: string }) =>
      finish(site === 'notices' ? checkNotices(print) : checkPack(site, only, print)),
    );
  program
    .command('count')
    .description('counts what is written in the patterns of packs: words and terms, lexicons expanded')
    .argument('[folders...]', 'folders of packs, of other commits as well; without any, those of all sites')
    .action((folders: string[]) => {
      for (const folder of folders.length > 0 ? folders : packSites.map(packFolderOf)) {
        const { match, unless } = countAlternatives(folder);
        print(`${folder}: ${match} alternatives that find, ${unless} that make lawful`);
      }
    });
  program
    .command('try')
    .description('evaluates a text')
    .addArgument(new Argument('<site>').choices(packSites))
    .argument(
      '<words...>',
      "values of the pack's dimensions (`name=value` where two share it), then the text",
    )
    .option('--rewrite', 'prints the rewrites as well', false)
    .option('--precedents', 'prints the precedents of each finding as well', false)
    // A text may begin with a dash.
    .allowUnknownOption()
    .action((site: string, words: string[], options: { rewrite: boolean; precedents: boolean }) =>
      finish(tryText(site, words, options, print)),
    );
  program
    .command('why')
    .description('says why a text is judged as it is: its claims, the policy rows, and what clears them')
    .addOption(new Option('--site <site>').choices(packSites).makeOptionMandatory())
    .option('--platform <platform>', 'where the text is published')
    .option('--vertical <vertical>', 'the vertical, or on the Chinese site the industry')
    .option('--place <name=value...>', 'values of other dimensions of the pack, such as sceneMode=ad', [])
    .argument('<text>')
    .action((text: string, { site, place, ...named }: WhyOptions) =>
      finish(explainText(site, text, placesOf(site, named, place), print)),
    );
  return program;
}

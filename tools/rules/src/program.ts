import { Argument, Command } from 'commander';
import { checkNotices } from './check-notices.ts';
import { checkPack } from './check-pack.ts';
import { packSites } from './packs-folder.ts';
import { tryText } from './try-text.ts';

interface Output {
  /** Writes a line. */
  readonly print: (line: string) => void;
  /** Reports that a command found faults. */
  readonly fail: () => void;
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
  return program;
}

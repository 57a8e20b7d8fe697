import { siteIds } from '@redline/contracts';
import { strategies } from '@redline/rule-engine/rewrite';
import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type CheckArguments, check } from './commands/check.ts';
import { exitCodes } from './commands/exit-codes.ts';
import { explain, type RuleArguments, rules } from './commands/explain.ts';
import { type FixArguments, fix } from './commands/fix.ts';
import type { McpArguments } from './commands/mcp.ts';
import type { Output } from './commands/output.ts';
import { withPlaceOptions } from './commands/place-options.ts';
import { failOnLevels } from './domain/risk.ts';
import { compileCommand, compilePack } from './engine/pack-cache.ts';
import { formatNames } from './formats/formats.ts';
import { inputTypes } from './inputs/read-source.ts';

const failOnOption = () =>
  new Option(
    '--fail-on <level>',
    'exit with 1 from this level on: hint < low = violation < medium < high < never (default: violation)',
  ).choices(failOnLevels);

/** Collects the values of an option that may be given several times. */
const collected = (value: string, values: readonly string[]): readonly string[] => [...values, value];

/**
 * Builds the command line.
 * @param finish takes the exit code of a command that has ended
 */
export function buildProgram(output: Output, finish: (code: number) => void): Command {
  const program = new Command('redline')
    .description('Checks copy in files against advertising law and the rules of platforms')
    .version(manifest.version)
    .showHelpAfterError('(--help says how it is used)');
  withPlaceOptions(program.command('check'))
    .description('checks the copy of files, folders and globs; - is the standard input')
    .argument('[paths...]', 'the current folder where none is named')
    .addOption(new Option('--type <type>', 'what the files are, whatever their names').choices(inputTypes))
    .option(
      '--column <name>',
      'a column of CSV files to read, by name or number; may be repeated',
      collected,
      [],
    )
    .option(
      '--field <name>',
      'a field of JSON lines to read, as product.title; may be repeated',
      collected,
      [],
    )
    .option('--stdin-filename <name>', 'the name of the standard input, which says its type', 'stdin')
    .option('--exclude <glob>', 'leaves out files; may be repeated', collected, [])
    .addOption(new Option('--format <format>').choices(formatNames).default('pretty'))
    .addOption(failOnOption())
    .option('--quiet', 'leaves out the summary', false)
    .option('--server <url>', 'has a server judge, as text checks of its account, instead of the engine here')
    .option('--key-env <name>', 'the environment variable with the key, instead of REDLINE_API_KEY')
    .option('--config <file>', 'instead of .redlinerc.json, .yaml or .yml in the current folder')
    .action(async (paths: string[], options: CheckArguments) => finish(await check(paths, options, output)));
  withPlaceOptions(program.command('fix'))
    .description('rewrites the copy of text and Markdown files; shows the changes, or writes them')
    .argument('<paths...>')
    .option('--write', 'writes the files', false)
    .addOption(
      new Option('--strategy <strategy>', 'precise changes only what is at risk; rewrite tidies around it')
        .choices(strategies)
        .default('precise'),
    )
    .option('--exclude <glob>', 'leaves out files; may be repeated', collected, [])
    .addOption(failOnOption())
    .option('--config <file>', 'instead of .redlinerc.json, .yaml or .yml in the current folder')
    .action(async (paths: string[], options: FixArguments) => finish(await fix(paths, options, output)));
  withRuleOptions(program.command('explain'))
    .description('says what a rule forbids, its fix, its law, and examples')
    .argument('<rule>', 'its id, as check shows it')
    .action((rule: string, options: RuleArguments) => explain(rule, options, output));
  withRuleOptions(program.command('rules'))
    .description('lists the rules of a site')
    .action((options: RuleArguments) => rules(options, output));
  withPlaceOptions(program.command('mcp'))
    .description(
      'serves the Model Context Protocol on the standard input and output; the place is that of calls that name none',
    )
    .option('--server <url>', 'answers by a server, as checks of its account, instead of the engine here')
    .option('--key-env <name>', 'the environment variable with the key, instead of REDLINE_API_KEY')
    .action(async (options: McpArguments) => {
      // Loaded here alone: its libraries would slow the other commands down.
      const { serveMcp } = await import('./commands/mcp.ts');
      finish(await serveMcp(options, output));
    });
  program
    .command(compileCommand, { hidden: true })
    .argument('<site>')
    .action((site: string) => compilePack(site));
  for (const command of [program, ...program.commands]) command.exitOverride();
  return program;
}

const withRuleOptions = (command: Command): Command =>
  command
    .addOption(new Option('--site <site>', 'the market (default: us, or that of the rule)').choices(siteIds))
    .option('--locale <locale>', 'the language (default: that of the copy)')
    .addOption(new Option('--format <format>').choices(['pretty', 'json']).default('pretty'));

/** Returns the exit code of wrong use; that of help and version is 0. */
export const usageCode = (exitCode: number): number =>
  exitCode === 0 ? exitCodes.clean : exitCodes.unusable;

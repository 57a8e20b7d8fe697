import { codeOwnerFaults } from './code-owners.ts';
import { glossaryFaults } from './glossary.ts';
import { thirdPartyFaults } from './licences.ts';
import type { ToolOptions, ToolResult } from './run-tool.ts';
import { runTool } from './run-tool.ts';
import { purityFaults, repeatFaults, sourceFiles } from './sources.ts';
import { wallFaults } from './walls.ts';

/** One question to the workspace. */
export interface Step {
  readonly name: string;
  /** Gives what is wrong, as text for people; `undefined` when nothing is. */
  readonly run: (options: ToolOptions) => Promise<string | undefined>;
}

const textOf = ({ stdout, stderr }: ToolResult) => `${stdout}\n${stderr}`.trim();

const tool = (name: string, command: string, ...args: readonly string[]): Step => ({
  name,
  async run(options) {
    const result = await runTool(command, args, options);
    return result.passed ? undefined : textOf(result);
  },
});

const linesOf = (faults: readonly string[]) => (faults.length > 0 ? faults.join('\n') : undefined);

const imports: Step = {
  name: 'imports between rooms (dependency-cruiser)',
  async run(options) {
    const args = [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'apps',
      'packages',
      'tools',
      'infra',
      'clients',
    ];
    const result = await runTool('depcruise', args, options);
    // It exits with the number of violations, which the report names.
    if (!result.stdout.startsWith('{')) return textOf(result);
    return linesOf(wallFaults(result.stdout, sourceFiles(options.cwd)));
  },
};

const purity: Step = {
  name: 'pure rooms without clock, dice or process',
  run: async ({ cwd }) => linesOf(purityFaults(cwd)),
};

const owners: Step = {
  name: 'owners of every part (CODEOWNERS)',
  run: async ({ cwd }) => linesOf(codeOwnerFaults(cwd)),
};

const repeats: Step = {
  name: 'six lines and more that two apps have in common',
  run: async ({ cwd }) => linesOf(repeatFaults(cwd)),
};

const glossary: Step = {
  name: 'terms of the glossary in the code',
  run: async ({ cwd }) => linesOf(glossaryFaults(cwd)),
};

const licences: Step = {
  name: 'licences of what is shipped',
  run: async (options) => linesOf(await thirdPartyFaults(options)),
};

/** What is checked without running the product, in the order of their cost. */
export const staticSteps: readonly Step[] = [
  tool('lint and format (biome)', 'biome', 'ci', '--colors=off', '--max-diagnostics=50', '.'),
  tool('workspace (sherif)', 'sherif'),
  purity,
  owners,
  repeats,
  glossary,
  licences,
  tool('walls between packages (turbo boundaries)', 'turbo', 'boundaries'),
  imports,
  tool('types (tsc)', 'turbo', 'run', 'typecheck', '--output-logs=errors-only'),
  tool('unused code (knip)', 'knip', '--no-progress', '--no-config-hints'),
  tool('rules and their examples', 'node', 'tools/rules/src/main.ts', 'check'),
  tool('notices and their examples', 'node', 'tools/rules/src/main.ts', 'check', 'notices'),
  tool('US training corpus', 'node', 'tools/training/src/main.ts', 'us'),
  tool('main-site training corpus', 'node', 'tools/training/src/main.ts', 'main'),
  tool('Indonesian training corpus', 'node', 'tools/training/src/main.ts', 'id'),
  tool('cases that agencies decided', 'node', 'tools/evaluation/src/main.ts', 'cases', '--check'),
  tool('measures on the rules’ own examples', 'node', 'tools/evaluation/src/main.ts', 'us'),
];

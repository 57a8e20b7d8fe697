import type { Tree } from '../layouts/layout.ts';
import type { Random } from '../random.ts';
import type { RewriteInput, TextInput } from './input.ts';

/** Characters of the longest text that is rewritten: longer ones take seconds. */
const lengthMax = 1_500;
const strategies = ['rewrite', 'precise'] as const;
const modes = ['content', 'ad'] as const;

/** Draws texts that violate something to the judge of `tree`, as many of each site, each with a strategy and a mode. */
export function makeRewrites(
  tree: Tree,
  texts: readonly TextInput[],
  count: number,
  random: Random,
): RewriteInput[] {
  const bySite = Map.groupBy(
    texts.filter(({ text, isMedia }) => isMedia && text.length <= lengthMax),
    ({ site }) => site,
  );
  return [...bySite].flatMap(([site, candidates], at) => {
    const wanted = Math.floor((count + at) / bySite.size);
    const left = [...candidates];
    const made: RewriteInput[] = [];
    while (made.length < wanted && left.length > 0) {
      const [input] = left.splice(random.integer(0, left.length - 1), 1);
      if (!input || !isViolating(tree, input)) continue;
      const { id, text, selection, customWords } = input;
      const strategy = random.pick(strategies);
      const mode = random.pick(modes);
      made.push({
        kind: 'rewrite',
        id: `${id} rewritten`,
        site,
        text,
        selection,
        customWords,
        strategy,
        mode,
      });
    }
    return made;
  });
}

function isViolating(tree: Tree, input: TextInput): boolean {
  const { verdict } = tree.evaluate({ ...input, isMedia: false }) as {
    readonly verdict: { readonly findings: readonly { readonly kind: string }[] };
  };
  return verdict.findings.some(({ kind }) => kind === 'violation');
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomWord, Selection, TextInput } from '../inputs/input.ts';
import { checkRow, placeOf, withoutHash } from './check-row.ts';
import type { Answers, Example, Layout, SiteMaterial, Tree, Untyped } from './layout.ts';

/** The engine in `packages/rule-engine`, and what `apps/text-engine` makes of its verdicts. */
export const ruleEngine: Layout = {
  name: 'rule-engine',
  sign: 'packages/rule-engine/package.json',
  open,
};

async function open(root: string): Promise<Tree> {
  const load = (file: string): Promise<Untyped> => import(pathToFileURL(join(root, file)).href);
  const source = (file: string): Promise<Untyped> => load(`apps/text-engine/src/${file}`);
  const engine = (room: string): Promise<Untyped> => load(`packages/rule-engine/src/${room}/index.ts`);
  const contracts = await load('packages/contracts/src/index.ts');
  const { loadPackWithExamples, loadNotices } = await engine('load');
  const { engineOf, evaluate, exampleOf, tierLabelOf } = await engine('evaluate');
  const { noticeBookOf, noticesOf } = await engine('notices');
  const { rewrite } = await engine('rewrite');
  const { loadJudge } = await source('clients/judge/pack-judge.ts');
  const { customMatcher } = await source('domain/words/custom-words.ts');
  const { passageSelection } = await source('domain/place.ts');
  const { itemVerdict } = await source('domain/item-verdict.ts');
  const { storedConsidered, storedFinding } = await source('store/wordings.ts');
  const { recordOf } = await source('handlers/shown-check.ts');
  const { mainRecordOf } = await source('handlers/main-shown-check.ts');

  const packs = join(root, 'packs');
  const { judge, rewriter, sayings } = loadJudge({ folder: packs, compiledDir: null });
  const siteOf = new Map<string, Untyped>(contracts.sites.map((site: Untyped) => [site.id, site]));
  const sources = new Map<string, Untyped>(
    [...siteOf.keys()].map((site) => [site, loadPackWithExamples(join(packs, site))]),
  );
  const engines = new Map<string, Untyped>([...sources].map(([site, source]) => [site, engineOf(source)]));
  const noticeSources = loadNotices(join(packs, 'main'));
  const notices = noticesOf(noticeBookOf(noticeSources.pack), null);

  const matcherOf = (words: readonly CustomWord[], selection: Selection): Untyped => {
    if (words.length === 0) return undefined;
    const matcher = customMatcher(words);
    return (text: string) => matcher(text, selection['productVertical']);
  };

  function recordsOf({ id, site, text, selection }: TextInput, judgment: Untyped): Answers {
    const row = { ...checkRow(selection, judgment), id, text };
    const { locales } = sources.get(site).pack.meta;
    return Object.fromEntries(
      locales.map((locale: string) => {
        const check = { ...row, explain_locale: locale };
        return [locale, site === 'main' ? mainRecordOf(check) : recordOf(check, siteOf.get(site))];
      }),
    );
  }

  function passageOf(
    { site, text, selection, customWords }: TextInput,
    medium: 'picture' | 'voiceover',
  ): Answers {
    const where = passageSelection(siteOf.get(site), medium, placeOf(selection));
    const words = medium === 'voiceover' ? matcherOf(customWords, selection) : undefined;
    return withoutHash(judge({ siteId: site, text, selection: where, customWords: words }));
  }

  return {
    sites: [...siteOf.keys()],
    contentHashes: Object.fromEntries([...sources].map(([site, { pack }]) => [site, pack.contentHash])),
    material(site): SiteMaterial {
      const { pack, examples } = sources.get(site);
      const list = (rule: Untyped, name: Example['list']): Example[] =>
        (examples.get(rule.id)?.[name] ?? []).map((raw: Untyped, index: number): Example => {
          const { text, selection } = exampleOf(rule, raw, engines.get(site));
          return { ruleId: rule.id, list: name, index, text, selection };
        });
      return {
        packFolder: join(packs, site),
        corpusFolder: join(root, 'corpus', site),
        dimensions: pack.meta.dimensions,
        examples: pack.rules.flatMap((rule: Untyped) => [...list(rule, 'hit'), ...list(rule, 'miss')]),
      };
    },
    noticeTexts: () =>
      noticeSources.examples.flatMap(({ hit, dropped }: Untyped) => [
        ...hit,
        ...dropped.map(({ text }: Untyped) => text),
      ]),
    evaluate(input) {
      const { site, text, selection, customWords, isMedia } = input;
      const words = matcherOf(customWords, selection);
      const submission = { siteId: site, text, selection, customWords: words, isReadAgain: isMedia };
      const { brief, ...judgment } = judge(submission);
      return {
        considered: evaluate(text, engines.get(site), selection, words).considered,
        verdict: withoutHash(judgment),
        stored: {
          findings: judgment.findings.map(storedFinding),
          considered: judgment.considered.map(storedConsidered),
        },
        batchItem: itemVerdict(judgment, site === 'main' ? 'main' : 'international'),
        records: recordsOf(input, judgment),
        ...(brief && {
          secondReview: {
            language: brief.language,
            isAddressed: brief.hasInjection,
            drops: brief.drops,
            topics: brief.learnedRules,
            tiers: brief.tiers,
          },
        }),
        ...(isMedia && {
          picture: passageOf(input, 'picture'),
          voiceover: passageOf(input, 'voiceover'),
        }),
      };
    },
    rewrite({ site, text, selection, customWords, strategy, mode }) {
      const customFindings = matcherOf(customWords, selection)?.(text) ?? [];
      const order = { text, selection, strategy, mode, customFindings };
      return {
        rewrite: rewriter({ siteId: site, ...order }),
        left: withoutHash(rewrite(order, engines.get(site)).evaluation),
      };
    },
    async findNotices({ question, isDismissed }) {
      const dismissed = isDismissed ? notices.dismissable : new Set();
      const around = { onFailure: () => undefined, turn: async () => undefined };
      return { notices: await notices.find(question, dismissed, around) };
    },
    describePack(site) {
      const { meta, labels, wordings, reasons, rules } = sources.get(site).pack;
      const { tiers } = sayings.seen.get(site);
      return {
        wordings: new Map(rules.map(({ id }: Untyped) => [id, wordings.get(id)])),
        reasons,
        labels: labels.map((label: Untyped) => ({ ...label, tierLabel: tierLabelOf({ tiers }, label, {}) })),
        version: meta.version,
        dismissable: site === 'main' ? notices.dismissable : new Set(),
      };
    },
  };
}

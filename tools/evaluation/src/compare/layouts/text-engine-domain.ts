import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomWord, Selection, TextInput } from '../inputs/input.ts';
import { checkRow, placeOf, withoutHash } from './check-row.ts';
import type { Answers, Example, Layout, SiteMaterial, Tree, Untyped } from './layout.ts';

/**
 * The engine in `apps/text-engine/src/domain`, up to commit 6ce6991. Its code is not type-checked from here: it lies in
 * another checkout, and it will not change.
 */
export const textEngineDomain: Layout = {
  name: 'text-engine-domain',
  sign: 'apps/text-engine/src/domain/evaluate.ts',
  open,
};

async function open(root: string): Promise<Tree> {
  const load = (file: string): Promise<Untyped> => import(pathToFileURL(join(root, file)).href);
  const source = (file: string): Promise<Untyped> => load(`apps/text-engine/src/${file}`);
  const contracts = await load('packages/contracts/src/index.ts');
  const { loadJudge } = await source('clients/pack-judge.ts');
  const { loadPackWithExamples } = await source('clients/pack-files.ts');
  const { loadNotices } = await source('clients/notice-files.ts');
  const { engineOf, evaluate } = await source('domain/evaluate.ts');
  const { customMatcher } = await source('domain/custom-words.ts');
  const { noticesOf } = await source('domain/notices/find-notices.ts');
  const { noticeBookOf } = await source('domain/notices/notice-book.ts');
  const { passageSelection } = await source('domain/place.ts');
  const { exampleOf } = await source('domain/rules/check-examples.ts');
  const { rewrite } = await source('domain/rewrite/rewrite.ts');
  const { itemVerdict } = await source('domain/item-verdict.ts');
  const { tierLabelOf } = await source('domain/assemble.ts');
  const { keptOf, keptLetPass } = await source('store/wordings.ts');
  const { recordOf } = await source('handlers/shown-check.ts');
  const { mainRecordOf } = await source('handlers/main-shown-check.ts');

  const packs = join(root, 'apps/text-engine/packs');
  const { judge, rewriter, sayings } = loadJudge({ folder: packs, compiledDir: null });
  const siteOf = new Map<string, Untyped>(contracts.sites.map((site: Untyped) => [site.id, site]));
  const sources = new Map<string, Untyped>(
    [...siteOf.keys()].map((site) => [site, loadPackWithExamples(join(packs, site))]),
  );
  const engines = new Map<string, Untyped>([...sources].map(([site, { pack }]) => [site, engineOf(pack)]));
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
      const engine = engines.get(site);
      const list = (rule: Untyped, name: Example['list']): Example[] =>
        (examples.get(rule.id)?.[name] ?? []).map((raw: Untyped, index: number): Example => {
          const { text, selection } = exampleOf(rule, raw, engine);
          return { ruleId: rule.id, list: name, index, text, selection };
        });
      return {
        packFolder: join(packs, site),
        corpusFolder: join(root, 'apps/text-engine/corpus', site),
        dimensions: pack.meta.dimensions,
        examples: pack.rules.flatMap((rule: Untyped) => [...list(rule, 'hit'), ...list(rule, 'miss')]),
      };
    },
    noticeTexts: () =>
      noticeSources.examples.flatMap(({ hit, dropped }: Untyped) => [
        ...hit,
        ...dropped.map(({ text }: Untyped) => text),
      ]),
    verdictOn: ({ site, text, selection }) =>
      withoutHash(judge({ siteId: site, text, selection, isReadAgain: false })),
    evaluate(input) {
      const { site, text, selection, customWords, isMedia } = input;
      const words = matcherOf(customWords, selection);
      const submission = { siteId: site, text, selection, customWords: words, isReadAgain: isMedia };
      const { brief, ...judgment } = judge(submission);
      return {
        considered: evaluate(text, engines.get(site), selection, words).considered,
        verdict: withoutHash(judgment),
        stored: {
          findings: judgment.findings.map(keptOf),
          considered: judgment.considered.map(keptLetPass),
        },
        batchItem: itemVerdict(judgment, site === 'main' ? 'main' : 'international'),
        records: recordsOf(input, judgment),
        ...(brief && {
          secondReview: {
            language: brief.language,
            isAddressed: brief.isAddressed,
            drops: brief.drops,
            topics: brief.speakers,
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

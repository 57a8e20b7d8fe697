import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomWord, Selection, TextInput } from '../inputs/input.ts';
import { completedCheck, placeOf, withoutHash } from './check-row.ts';
import type { Answers, Example, Layout, SiteMaterial, Tree, Untyped } from './layout.ts';

/** The engine in `packages/rule-engine`, and the records and answers that `apps/text-engine` renders. */
export const ruleEngine: Layout = {
  name: 'rule-engine',
  sign: 'packages/rule-engine/src/evaluate/messages.ts',
  open,
};

async function open(root: string): Promise<Tree> {
  const load = (file: string): Promise<Untyped> => import(pathToFileURL(join(root, file)).href);
  const source = (file: string): Promise<Untyped> => load(`apps/text-engine/src/${file}`);
  const engine = (room: string): Promise<Untyped> => load(`packages/rule-engine/src/${room}/index.ts`);
  const contracts = await load('packages/contracts/src/index.ts');
  const { loadPackWithExamples, loadNotices, openReaderRuntime } = await engine('load');
  // Commits before November 2026 have the native runtime alone.
  await openReaderRuntime?.();
  const { engineOf, evaluate, exampleOf, reasonsIn, tierLabelOf, wordingIn } = await engine('evaluate');
  const { noticeBookOf, noticesOf } = await engine('notices');
  const { rewrite } = await engine('rewrite');
  const { loadJudge } = await source('clients/judge/embedded-judge.ts');
  const { customMatcher } = await source('domain/words/custom-words.ts');
  const { passageSelection } = await source('domain/place.ts');
  const { storedBy } = await source('domain/stored-evaluation.ts');
  const { renderItemVerdict } = await source('domain/render/item-verdict.ts');
  const { renderInternationalCheck } = await source('domain/render/international-check.ts');
  const { renderMainCheck } = await source('domain/render/main-check.ts');

  const packs = join(root, 'packs');
  const { judge, rewriter, messages, siteLabels } = loadJudge({ folder: packs, compiledDir: null });
  const siteOf = new Map<string, Untyped>(contracts.sites.map((site: Untyped) => [site.id, site]));
  const sources = new Map<string, Untyped>(
    [...siteOf.keys()].map((site) => [site, loadPackWithExamples(join(packs, site))]),
  );
  const engines = new Map<string, Untyped>([...sources].map(([site, source]) => [site, engineOf(source)]));
  const noticeSources = loadNotices(join(packs, 'main'));
  const notices = noticesOf(noticeBookOf(noticeSources.pack), null);

  const toStore = storedBy(messages);
  const reasonOf = reasonsIn(messages);

  /** An answer names texts by their ids; the comparison is of the texts. */
  const withWording = ({ wordingId, ...finding }: Untyped) => ({
    ...finding,
    wording: wordingIn(messages, wordingId),
  });
  const withReason = (considered: Untyped, packId: string) => ({
    ...considered,
    reason: reasonOf(considered, packId).texts,
  });
  /** What read a text depends on the machine, and is no part of what is said of it. */
  const withTexts = ({ reader: _, ...evaluation }: Untyped): Answers => ({
    ...withoutHash(evaluation),
    findings: evaluation.findings.map(withWording),
    considered: evaluation.considered.map((one: Untyped) => withReason(one, evaluation.pack.id)),
  });

  const matcherOf = (words: readonly CustomWord[], selection: Selection): Untyped => {
    if (words.length === 0) return undefined;
    const matcher = customMatcher(words);
    return (text: string) => matcher(text, selection['productVertical']);
  };

  function recordsOf({ id, site, text, selection }: TextInput, evaluation: Untyped): Answers {
    const { stored, texts } = toStore(evaluation);
    const check = { ...completedCheck(selection, stored), id, text };
    const { locales } = sources.get(site).pack.meta;
    return Object.fromEntries(
      locales.map((locale: string) => {
        const one = { ...check, explainLocale: locale };
        const record =
          site === 'main'
            ? renderMainCheck(one, texts)
            : renderInternationalCheck(one, texts, siteOf.get(site));
        return [locale, record];
      }),
    );
  }

  /** Renders the evaluation of a rewritten text: it is no record, so it has no reviewer and no reasons. */
  function leftOf({ semanticLabels: _, reviewer: __, reader: ___, ...evaluation }: Untyped): Answers {
    return { ...withoutHash(evaluation), findings: evaluation.findings.map(withWording) };
  }

  function passageOf(
    { site, text, selection, customWords }: TextInput,
    medium: 'picture' | 'voiceover',
  ): Answers {
    const where = passageSelection(siteOf.get(site), medium, placeOf(selection));
    const words = medium === 'voiceover' ? matcherOf(customWords, selection) : undefined;
    return withTexts(judge({ siteId: site, text, selection: where, customWords: words }).evaluation);
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
    verdictOn: ({ site, text, selection }) =>
      withTexts(judge({ siteId: site, text, selection, withBrief: false }).evaluation),
    evaluate(input) {
      const { site, text, selection, customWords, isMedia } = input;
      const words = matcherOf(customWords, selection);
      const request = { siteId: site, text, selection, customWords: words, withBrief: isMedia };
      const { brief, evaluation } = judge(request);
      const { stored } = toStore(evaluation);
      return {
        considered: evaluate(text, engines.get(site), selection, words).considered,
        verdict: withTexts(evaluation),
        stored: { findings: stored.findings, considered: stored.considered },
        batchItem: renderItemVerdict(evaluation, site === 'main' ? 'main' : 'international'),
        records: recordsOf(input, evaluation),
        ...(brief && {
          secondReview: {
            language: brief.language,
            isAddressed: brief.hasInjection,
            drops: brief.drops.map((drop: Untyped) => drop && withReason(drop, evaluation.pack.id)),
            topics: brief.topics.map(({ finding }: Untyped) => withWording(finding)),
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
        left: leftOf(rewrite(order, engines.get(site)).evaluation),
      };
    },
    async findNotices({ question, isDismissed }) {
      const dismissed = isDismissed ? notices.dismissable : new Set();
      const around = { onFailure: () => undefined, turn: async () => undefined };
      return { notices: await notices.find(question, dismissed, around) };
    },
    describePack(site) {
      const { meta, labels, wordings, reasons, rules } = sources.get(site).pack;
      const { tiers } = siteLabels.get(site);
      return {
        wordings: new Map(rules.map(({ id, wordingId }: Untyped) => [id, wordings.get(wordingId)])),
        reasons,
        labels: labels.map((label: Untyped) => ({ ...label, tierLabel: tierLabelOf({ tiers }, label, {}) })),
        version: meta.version,
        dismissable: site === 'main' ? notices.dismissable : new Set(),
      };
    },
  };
}

import { fileURLToPath } from 'node:url';
import { evaluateRequests, type Scope, siteIds, sites, wordRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadJudge } from '../src/clients/judge/embedded-judge.ts';
import { withoutModel } from '../src/domain/judge.ts';
import { newScope } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';

const { bus, engine, dispose } = await openEngineBed();

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../packs', import.meta.url));
  const { judge, messages, siteLabels } = loadJudge({ folder, compiledDir: null });
  await engine({ sites, judge: withoutModel(judge), messages, siteLabels });
}, 60_000);
afterAll(dispose);

interface Asked {
  readonly medium: 'picture' | 'voiceover';
  readonly texts: readonly string[];
  readonly labels?: readonly string[];
  readonly productVertical?: string;
}
const ask = (scope: Scope, { medium, texts, labels = [], productVertical }: Asked) =>
  call(
    bus,
    evaluateRequests.evaluate,
    {
      scope,
      medium,
      labels: [...labels],
      place: {
        platform: 'dtc_us',
        vertical: 'general',
        sceneMode: null,
        productVertical: productVertical ?? null,
      },
      passages: texts.map((text, at) => ({ id: `p${at}`, text })),
    },
    // What is answered is looked at here, and not when: other test files have the cores too.
    { timeoutMs: 80_000 },
  );

describe('passages', () => {
  it('of a picture are judged by the image rule set, in order, with what each finding is of', async () => {
    const texts = ['Stoneware mug\n$14', 'Cures\narthritis', 'Text us to order'];
    const { pack, passages } = await ask(newScope(), { medium: 'picture', texts });
    expect(pack).toMatchObject({ id: 'us', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(passages.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
    expect(passages.map(({ findings }) => findings.map(({ topic }) => topic))).toEqual([
      [],
      ['disease_claim'],
      ['off_platform_contact'],
    ]);
    expect(passages[1]?.findings[0]).toMatchObject({
      tier: 'STRICT',
      severity: 'high',
      types: ['OCR'],
      start: 0,
      end: 15,
      matchedText: 'Cures\narthritis',
      category: { 'en-US': expect.any(String), 'zh-CN': expect.any(String) },
      legalRef: { 'en-US': expect.stringContaining('U.S.C.') },
    });
  });

  it('name precedents of their topics, which the answer holds once', async () => {
    const texts = Array(3).fill('Cures\narthritis');
    const { passages, precedents = {} } = await ask(newScope(), { medium: 'picture', texts });
    const named = passages.flatMap(({ findings }) =>
      findings.flatMap(({ precedentIds = [] }) => precedentIds),
    );
    expect(named).toHaveLength(6);
    expect(Object.keys(precedents).sort()).toEqual([...new Set(named)].sort());
    for (const { claim, link, date } of Object.values(precedents)) {
      expect([claim, link]).toEqual([{ 'en-US': expect.any(String) }, expect.stringMatching(/^https?:/)]);
      expect(Number(date.slice(0, 4))).toBeLessThan(2025);
    }
  });

  it('of a voiceover are judged by all rules, and by the words of the scope as they are now', async () => {
    const scope = newScope();
    const texts = ['It melts ten pounds in a week. Say hello to moon dust!'];
    const word = {
      keyword: 'moon dust',
      matchType: 'keyword',
      replacement: 'night cream',
      note: null,
    } as const;
    const added = { scope, wordLimit: 10, word: { ...word, library: 'general', enabled: true } } as const;
    expect(await call(bus, wordRequests.create, added)).toMatchObject({ outcome: 'created' });
    const [passage] = (await ask(scope, { medium: 'voiceover', texts })).passages;
    expect(passage?.findings.map(({ topic }) => topic)).toContain('weight_loss_claim');
    expect(passage?.customFindings).toEqual([
      { matchedText: 'moon dust', start: 44, end: 53, replacement: 'night cream', note: null },
    ]);
    const off = { scope, of: 'account', enabled: false } as const;
    await call(bus, wordRequests.setSwitch, off);
    const [after] = (await ask(scope, { medium: 'voiceover', texts })).passages;
    expect(after?.customFindings).toEqual([]);
    const [picture] = (await ask(scope, { medium: 'picture', texts })).passages;
    expect(picture).toMatchObject({ findings: [], customFindings: [] });
  });

  it('of the main site carry tiers, and labels say what a detector has seen', async () => {
    const answer = await ask(newScope({ siteId: 'main' }), {
      medium: 'picture',
      productVertical: 'touliu',
      texts: ['全网最低价'],
      labels: ['nudity-suspected', 'political-symbol', 'barcode', 'there-is-none'],
    });
    expect(answer.passages[0]?.findings[0]).toMatchObject({ topic: 'absolute_terms', tier: 'STRICT' });
    expect(answer.labels.map(({ label, severity }) => [label, severity])).toEqual([
      ['nudity-suspected', 'low'],
      ['political-symbol', 'high'],
      ['barcode', 'low'],
    ]);
    expect(answer.labels.map(({ tierLabel }) => tierLabel?.['zh-CN'])).toEqual([
      '硬性违规',
      '硬性违规',
      '跑量风险',
    ]);
    expect(answer.labels[1]?.legalRef?.['zh-CN']).toContain('《中华人民共和国广告法》第九条第（一）项');
  });

  it('answer within a message however much is found, the most severe first', async () => {
    const sentence =
      'Our tea cures diabetes. It is the best price ever, our oil heals eczema, no side effects. ';
    const texts = Array.from({ length: 120 }, () => sentence.repeat(20));
    const answer = await ask(newScope(), { medium: 'voiceover', texts });
    const findings = answer.passages.flatMap((passage) => passage.findings);
    expect(answer.passages).toHaveLength(texts.length);
    expect(findings).toHaveLength(400);
    expect(JSON.stringify(answer).length).toBeLessThan(1_000_000);
    expect(answer.passages[0]?.findings[0]).toMatchObject({ topic: 'disease_claim', severity: 'high' });
  }, 90_000);

  it('without words have no findings', async () => {
    const { passages } = await ask(newScope(), { medium: 'picture', texts: ['', ' \n '] });
    expect(passages.map(({ findings }) => findings)).toEqual([[], []]);
  });

  it('of a voiceover say that a sentence which claims and says nothing else is to be left out', async () => {
    const { passages } = await ask(newScope(), {
      medium: 'voiceover',
      texts: ['Our pills treat arthritis.'],
    });
    const [finding] = passages[0]?.findings ?? [];
    expect(finding).toMatchObject({ matchedText: 'Our pills treat arthritis', types: [] });
    expect(finding?.replacement).toBeNull();
  });
});

describe('labels of detectors', () => {
  it('are the same names on every site, with what a vision model is to look for', async () => {
    const listed = await Promise.all(siteIds.map((siteId) => call(bus, evaluateRequests.labels, { siteId })));
    const names = listed.map(({ labels }) => labels.map(({ label }) => label));
    expect(names[1]).toEqual(names[0]);
    expect(names[2]).toEqual(names[0]);
    expect(names[0]).toEqual(
      expect.arrayContaining(['nudity-suspected', 'qr-code', 'weapons', 'political-symbol']),
    );
    expect(listed[0]?.labels[0]?.about).toMatch(/^The picture/);
  });

  it('are told with what to do about them, in every language of the site', async () => {
    for (const siteId of siteIds) {
      const { labels } = await ask(newScope({ siteId }), {
        medium: 'picture',
        texts: [],
        labels: ['qr-code'],
      });
      expect(labels).toMatchObject([
        {
          suggestion: { 'zh-CN': expect.stringContaining('二维码') },
          legalRef: { 'zh-CN': expect.any(String) },
        },
      ]);
      expect(Object.keys(labels[0]?.suggestion ?? {})).toEqual(Object.keys(labels[0]?.description ?? {}));
    }
  });

  it('never let the nudity indicator reject by itself', async () => {
    for (const siteId of siteIds) {
      const { labels } = await ask(newScope({ siteId }), {
        medium: 'picture',
        texts: [],
        labels: ['nudity-suspected'],
      });
      expect(labels).toMatchObject([{ tier: 'STRICT', severity: 'low', types: ['PORN'] }]);
    }
  });
});

import { coverageStatuses, detectors, driftStatuses, transcriptStatuses } from '@redline/contracts';
import fc from 'fast-check';
import type { Findings } from './findings.ts';

/** Words of strangers, with what could pass for a part of a report. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '根治感冒',
    '全网第一',
    '加V：abc；123',
    '【总体结论】\n判定结果：通过（PASS）。',
    '“最”好',
    '𠮷'.repeat(70),
    '12:34 2099年',
  ),
);
const phrases = fc.constantFrom('绝对化用语', '医疗效果', '引导私下交易', '疑似二维码', '', '贬低同行。');
const laws = [
  '《中华人民共和国广告法》第九条第（三）项',
  '《中华人民共和国广告法》第十七条',
  '《中华人民共和国广告法》第十七条；《中华人民共和国食品安全法》第七十三条第一款',
  '《互联网广告管理办法》第九条',
  '平台规则（标题党）',
];
const seconds = fc.double({ min: 0, max: 5_000, noNaN: true });
const span = fc.record({ startSeconds: seconds, endSeconds: seconds });
const tiered = {
  tier: fc.constantFrom('STRICT' as const, 'SOFT' as const),
  tierLabel: fc.constantFrom('硬性违规', '限流风险', '跑量风险'),
  tierReason: fc.constantFrom(
    null,
    '违反《广告法》第十七条。',
    '违反《广告法》第四条、第二十八条，属于虚假广告。',
    '可能影响分发。',
  ),
};

/** Texts of packs, not of strangers. */
const precedents = fc.option(
  fc.array(
    fc.record({
      agency: fc.constantFrom('市场监管局', 'FTC'),
      date: fc.constantFrom('2019', '2019-02', '2019-02-26'),
      claim: fc.constantFrom('宣称三天根治', 'The tea cures gout "for good".'),
      outcome: fc.constantFrom('罚款 2 万元', 'warning letter'),
      link: fc.constantFrom('https://agency.example/case', `https://agency.example/${'a'.repeat(280)}`),
    }),
    { maxLength: 2 },
  ),
  { nil: undefined },
);

const pixels = fc.integer({ min: 1, max: 1_920 });
const boxes = fc.option(
  fc.array(fc.record({ x: pixels, y: pixels, width: pixels, height: pixels }), { maxLength: 5 }),
  { nil: undefined },
);

const seenFinding = fc.record({
  ...tiered,
  description: phrases,
  matchedText: fc.option(words, { nil: null }),
  severity: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
  suggestion: fc.option(phrases, { nil: null }),
  legalRef: fc.constantFrom(null, ...laws),
  precedents,
  boxes,
  startSeconds: fc.option(seconds, { nil: null }),
  endSeconds: fc.option(seconds, { nil: null }),
});

const frame = fc.oneof(
  fc.record({
    timeSeconds: seconds,
    ...tiered,
    description: phrases,
    findings: fc.array(seenFinding, { minLength: 1, maxLength: 4 }).map((found) =>
      found.map((one) => ({
        ...one,
        description: one.matchedText === null ? one.description : `${one.description}：“${one.matchedText}”`,
      })),
    ),
  }),
  fc.record({
    timeSeconds: seconds,
    ...tiered,
    description: fc
      .array(fc.tuple(phrases, fc.option(words, { nil: null })), { maxLength: 3 })
      .map((named) =>
        named.map(([category, words]) => (words === null ? category : `${category}：“${words}”`)).join('；'),
      ),
  }),
  fc.record({
    timeSeconds: seconds,
    tier: fc.constant(null),
    tierLabel: fc.constant(null),
    tierReason: fc.constant(null),
    description: fc.constant(''),
  }),
);

const spoken = fc.tuple(
  span,
  fc.record({
    ...tiered,
    matchedText: words,
    sentence: words,
    category: phrases,
    suggestion: phrases,
    replacement: fc.option(words, { nil: null }),
    severity: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
    kind: fc.constantFrom('violation' as const, 'scene-hint' as const),
    legalRef: fc.constantFrom(null, ...laws),
    source: fc.constantFrom('rule' as const, 'model' as const),
    origin: fc.constantFrom(null, 'drift' as const),
    precedents,
  }),
);

/** Findings of every kind, also such as no engine would write. */
export const findingsArbitrary: fc.Arbitrary<Findings> = fc.record({
  id: fc.constant('video_01kahzq1e5fj1r0g0vd4cz7s1x'),
  object: fc.constant('video_check'),
  riskLevel: fc.constantFrom('PASS' as const, 'REVIEW' as const, 'REJECT' as const),
  createdAt: fc.constant('2026-11-22T12:00:00.000Z'),
  updatedAt: fc.constant('2026-11-22T20:00:00.000Z'),
  productVertical: fc.constantFrom('creator', 'duanju', 'touliu', 'novel'),
  platform: fc.constantFrom('shortvideo_a', 'shortdrama_platform', 'novel'),
  video: fc.record({
    title: words,
    durationSeconds: seconds,
    sizeMb: fc.double({ min: 0.01, max: 1_024, noNaN: true }),
    width: fc.option(fc.nat(), { nil: null }),
    height: fc.option(fc.nat(), { nil: null }),
    purged: fc.boolean(),
  }),
  summary: fc.record({ strict: fc.nat(99), soft: fc.nat(99), custom: fc.nat(99), semantic: fc.nat(99) }),
  frames: fc.array(frame, { maxLength: 40 }),
  audios: fc.array(
    fc.record({ startSeconds: seconds, endSeconds: seconds, ...tiered, description: phrases, text: words }),
    { maxLength: 5 },
  ),
  transcriptStatus: fc.constantFrom(null, ...transcriptStatuses),
  transcriptRisks: fc.array(
    spoken.map(([at, risk]) => ({ ...at, ...risk })),
    { maxLength: 60 },
  ),
  customTranscriptRisks: fc.array(
    fc.record({
      startSeconds: seconds,
      endSeconds: seconds,
      matchedText: words,
      sentence: words,
      replacement: fc.option(words, { nil: null }),
      note: fc.option(words, { nil: null }),
    }),
    { maxLength: 30 },
  ),
  linkedTextCheckId: fc.constantFrom(null, 'text_01kahzq1e5fj1r0g0vd4cz7s1x'),
  driftStatus: fc.constantFrom(null, ...driftStatuses),
  coverage: fc.array(
    fc.record(
      {
        detector: fc.constantFrom(...detectors),
        status: fc.constantFrom(...coverageStatuses),
        looked: fc.record({ seen: fc.nat(99), total: fc.nat(999) }),
      },
      { requiredKeys: ['detector', 'status'] },
    ),
    { maxLength: 6 },
  ),
});

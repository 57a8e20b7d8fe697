import { describe, expect, it } from 'vitest';
import type { Findings } from './findings.ts';
import { itemsOf } from './items.ts';

type Frame = Findings['frames'][number];
type Risk = Findings['transcriptRisks'][number];

const frame = (timeSeconds: number, description: string, changes: Partial<Frame> = {}): Frame => ({
  timeSeconds,
  description,
  tier: 'STRICT',
  tierLabel: '硬性违规',
  tierReason: null,
  ...changes,
});
const clean = (timeSeconds: number): Frame => frame(timeSeconds, '', { tier: null, tierLabel: null });

const risk = (changes: Partial<Risk> = {}): Risk => ({
  matchedText: '根治',
  startSeconds: 3,
  endSeconds: 6,
  sentence: '三天根治。',
  replacement: null,
  tier: 'STRICT',
  tierLabel: '硬性违规',
  tierReason: null,
  severity: 'high',
  kind: 'violation',
  category: '医疗效果',
  suggestion: '删去。',
  legalRef: null,
  source: 'rule',
  origin: null,
  ...changes,
});

const items = (found: { frames?: readonly Frame[]; transcriptRisks?: Risk[] }) =>
  itemsOf({
    frames: [],
    transcriptRisks: [],
    customTranscriptRisks: [],
    audios: [],
    ...found,
  } as unknown as Findings);

describe('what is visual', () => {
  it('is one item over all the frames that show it, with the time between them', () => {
    const frames = Array.from({ length: 10 }, (_, place) => frame(place * 2, '绝对化用语：“全网第一”'));
    expect(items({ frames }).visual).toMatchObject([
      { label: '画面1', frames: 10, spans: [{ start: 0, end: 18 }], subject: '绝对化用语：“全网第一”' },
    ]);
  });

  it('has a span for each time that it comes back', () => {
    const frames = [frame(0, '二维码'), frame(2, '二维码'), clean(4), frame(6, '二维码')];
    expect(items({ frames }).visual[0]?.spans).toEqual([
      { start: 0, end: 2 },
      { start: 6, end: 6 },
    ]);
  });

  it('is in the order of time, whatever the order of the record', () => {
    const frames = [frame(6, '二维码'), clean(4), frame(0, '二维码')];
    expect(items({ frames }).visual[0]?.spans.map(({ start }) => start)).toEqual([0, 6]);
  });

  it('is several items in a frame that names several, and words that were read may hold the sign between them', () => {
    const frames = [frame(0, '导流：“加V；123”；绝对化用语：“最好”')];
    expect(items({ frames }).visual.map(({ subject }) => subject)).toEqual([
      '导流：“加V；123”',
      '绝对化用语：“最好”',
    ]);
  });

  it('has the tier of the frame where it is its worst, and none where it only stands beside that', () => {
    const frames = [
      frame(0, '导流：“加V”；疑似二维码', { tierReason: '违反《广告法》第四条。' }),
      frame(2, '疑似商标；疑似条码', { tier: 'SOFT', tierLabel: '限流风险' }),
    ];
    expect(items({ frames }).visual.map(({ subject, tier, reason }) => [subject, tier, reason])).toEqual([
      ['导流：“加V”', 'STRICT', '违反《广告法》第四条'],
      ['疑似商标', 'SOFT', null],
      ['疑似二维码', null, null],
      ['疑似条码', null, null],
    ]);
  });

  it('is listed by the findings of a frame if the record has them, each with its own tier, advice and law', () => {
    const found = {
      description: '疑似二维码' as const,
      matchedText: null,
      severity: 'low' as const,
      tier: 'SOFT' as const,
      tierLabel: '限流风险',
      tierReason: '可能影响分发。',
      suggestion: '遮盖二维码。',
      legalRef: '平台规则（导流）',
    };
    const graver = {
      description: '绝对化用语：“最好”' as const,
      matchedText: '最好' as const,
      severity: 'high' as const,
      tier: 'STRICT' as const,
      tierLabel: '硬性违规',
      tierReason: '违反《广告法》第九条。',
      suggestion: null,
      legalRef: null,
    };
    const frames = [frame(0, '不看这里', { findings: [graver, found] }), frame(2, '', { findings: [found] })];
    expect(items({ frames }).visual).toMatchObject([
      { subject: '绝对化用语：“最好”', tier: 'STRICT', severity: 'high', citations: ['《广告法》第九条'] },
      {
        subject: '疑似二维码',
        tier: 'SOFT',
        severity: 'low',
        frames: 2,
        spans: [{ start: 0, end: 2 }],
        suggestion: '遮盖二维码',
        citations: ['平台规则（导流）'],
        isText: false,
      },
    ]);
  });

  it('is where it is on the first frame that has a place of it', () => {
    const found = (changes: object) => ({
      ...{ description: '绝对化用语：“最好”', matchedText: '最好', severity: 'high' as const },
      ...{
        tier: 'STRICT' as const,
        tierLabel: '硬性违规',
        tierReason: null,
        suggestion: null,
        legalRef: null,
      },
      ...changes,
    });
    const boxes = [{ x: 120, y: 60, width: 300, height: 48 }];
    const frames = [
      frame(0, '', { findings: [found({})] }),
      frame(2, '', { findings: [found({ boxes: [] })] }),
      frame(4, '', { findings: [found({ boxes })] }),
      frame(6, '', { findings: [found({ boxes: [...boxes, ...boxes] })] }),
    ];
    expect(items({ frames }).visual.map(({ place }) => place)).toEqual([{ timeSeconds: 4, boxes }]);
    expect(items({ frames: frames.slice(0, 2) }).visual[0]?.place).toBeNull();
    expect(items({ frames: [frame(0, '疑似二维码')] }).visual[0]?.place).toBeNull();
  });

  it('stands as long as its caption, of which the record has one finding', () => {
    const found = (changes: object) => ({
      ...{ description: '绝对化用语：“最好”', matchedText: '最好', severity: 'high' as const },
      ...{ tier: 'STRICT' as const, tierLabel: '硬性违规', tierReason: null },
      ...{ suggestion: null, legalRef: null, startSeconds: null, endSeconds: null },
      ...changes,
    });
    const frames = [
      frame(0, '', { findings: [found({ startSeconds: 0, endSeconds: 6.5 })] }),
      frame(2, '', { findings: [] }),
      frame(9, '', { findings: [found({})] }),
      frame(10, '', { findings: [found({})] }),
      frame(12, '', { findings: [found({ startSeconds: 11.8, endSeconds: 14 })] }),
    ];
    expect(items({ frames }).visual).toMatchObject([
      {
        label: '画面1',
        frames: 4,
        spans: [
          { start: 0, end: 6.5 },
          { start: 9, end: 10 },
          { start: 11.8, end: 14 },
        ],
      },
    ]);
  });

  it('is nothing where the frames have no risk', () => {
    expect(items({ frames: [clean(0), clean(2)] }).visual).toEqual([]);
  });
});

describe('transcript risks', () => {
  it('is one item for the same words, however often, with all its times and sentences', () => {
    const said = [risk({ startSeconds: 40, sentence: '再说一遍，根治。' }), risk(), risk()];
    expect(items({ transcriptRisks: said }).spoken).toMatchObject([
      {
        label: '口播1',
        spans: [{ start: 3 }, { start: 3 }, { start: 40 }],
        sentences: ['再说一遍，根治。', '三天根治。'],
      },
    ]);
  });

  it('comes worst first, then in the order of time', () => {
    const said = [
      risk({ matchedText: 'a', tier: 'SOFT', severity: 'high' }),
      risk({ matchedText: 'b', severity: 'low' }),
      risk({ matchedText: 'c', startSeconds: 9 }),
      risk({ matchedText: 'd', startSeconds: 1 }),
    ];
    expect(items({ transcriptRisks: said }).spoken.map(({ subject }) => subject[1])).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
  });

  it('is from drift where one of its times is', () => {
    const said = [risk(), risk({ origin: 'drift' })];
    expect(items({ transcriptRisks: said }).spoken).toMatchObject([{ isDrift: true }]);
  });

  it('rests on what it cites, or else on what its reason names', () => {
    const said = [
      risk({
        matchedText: 'a',
        legalRef: '《甲法》第一条；《乙法》第二条',
        tierReason: '违反《丙法》第三条。',
      }),
      risk({ matchedText: 'b', tierReason: '违反《丙法》第四条、第二十八条，属于虚假广告。' }),
    ];
    expect(items({ transcriptRisks: said }).spoken.map(({ citations }) => citations)).toEqual([
      ['《甲法》第一条', '《乙法》第二条'],
      ['《丙法》第四条', '《丙法》第二十八条'],
    ]);
  });
});

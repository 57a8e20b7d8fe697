import type { EvaluatedLabel } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { detectionsOf, type EvaluatedPassage } from './detections.ts';
import { isNuditySuspected, nudityLabel } from './nudity.ts';

const box = (x: number) => ({ x, y: 10, width: 5, height: 5 });

const finding = (changes: Partial<EvaluatedPassage['findings'][number]> = {}) => ({
  ...found,
  ...changes,
});

const found: EvaluatedPassage['findings'][number] = {
  ruleId: 'us.x.1',
  topic: 'medical',
  kind: 'violation',
  source: 'rule',
  tier: 'STRICT',
  tierLabel: null,
  tierReason: null,
  severity: 'medium',
  category: { 'en-US': 'Medical claim', 'zh-CN': '医疗宣称' },
  suggestion: { 'en-US': 'Remove', 'zh-CN': '删除' },
  legalRef: null,
  types: ['OCR'],
  start: 0,
  end: 5,
  matchedText: 'Cures',
  replacement: null,
  boxes: [],
};

const label = (changes: Partial<EvaluatedLabel> = {}): EvaluatedLabel => ({
  label: 'qr-code',
  types: ['AD'],
  tier: 'SOFT',
  tierReason: null,
  severity: 'low',
  category: { 'en-US': 'Code', 'zh-CN': '码' },
  description: { 'en-US': 'There is a QR code.', 'zh-CN': '图片含二维码。' },
  legalRef: null,
  ...changes,
});

const textOn =
  (page: number) =>
  (...findings: EvaluatedPassage['findings']): EvaluatedPassage => ({ detector: 'text', page, findings });
const text = textOn(0);
const whole = { page: 0, boxes: [] } as const;

describe('the detections of an image', () => {
  it('are described by category and words, in the quotation marks of each locale', () => {
    const [detection] = detectionsOf([text(finding({ matchedText: 'Cures\n diabetes' }))], [], [], null);
    expect(detection).toMatchObject({
      detector: 'text',
      tier: 'STRICT',
      severity: 'medium',
      types: ['OCR'],
      description: { 'en-US': 'Medical claim: “Cures diabetes”', 'zh-CN': '医疗宣称：“Cures diabetes”' },
    });
  });

  it('keep the fix and the law, of words and of labels', () => {
    const law = { 'en-US': 'A Law, art. 9', 'zh-CN': 'A Law, art. 9' };
    const fix = { 'en-US': 'Take it off.', 'zh-CN': '去掉。' };
    const labels = [{ detector: 'codes', label: 'qr-code', words: null, ...whole }] as const;
    const seen = (codes: EvaluatedLabel) =>
      detectionsOf([text(finding({ legalRef: law }))], labels, [codes], null);
    expect(seen(label({ suggestion: fix, legalRef: law }))).toMatchObject([
      { ruleId: 'us.x.1', suggestion: { 'en-US': 'Remove', 'zh-CN': '删除' }, legalRef: law },
      { ruleId: null, suggestion: fix, legalRef: law },
    ]);
    // An older text engine has neither for labels.
    expect(seen(label())[1]).toMatchObject({ ruleId: null, suggestion: null, legalRef: null });
  });

  it('have the precedents of findings in words; what is no text has none', () => {
    const claim = { 'en-US': 'Drops cure gout.' };
    const precedents = [{ agency: 'FDA', date: '2019', claim, outcome: 'letter', link: 'https://a.example' }];
    const labels = [{ detector: 'codes', label: 'qr-code', words: null, ...whole }] as const;
    const seen = detectionsOf([text(finding({ precedents }))], labels, [label()], null);
    expect(seen.map((one) => one.precedents)).toEqual([precedents, undefined]);
  });

  it('are listed once, however often they are found and however they are spaced, worst first', () => {
    const seen = detectionsOf(
      [
        text(finding({ severity: 'low', matchedText: 'free' }), finding({ matchedText: 'CURES' })),
        text(finding({ matchedText: 'Cu res' }), finding({ severity: 'high', matchedText: 'cures all' })),
      ],
      [],
      [],
      null,
    );
    expect(seen.map(({ matchedText }) => matchedText)).toEqual(['cures all', 'CURES', 'free']);
  });

  it('have every place of the words on the page of the one that is listed, and none of another', () => {
    const [first, second, third] = detectionsOf(
      [
        textOn(0)(finding({ boxes: [box(1)] }), finding({ severity: 'low', boxes: [box(1), box(2)] })),
        textOn(1)(finding({ boxes: [box(3)] }), finding({ matchedText: 'free', boxes: [box(4)] })),
      ],
      [{ detector: 'codes', label: 'qr-code', words: null, page: 0, boxes: [box(5)] }],
      [label()],
      null,
    );
    expect([first, second, third].map((one) => one?.boxes)).toEqual([[box(1), box(2)], [box(4)], [box(5)]]);
  });

  it('have twenty places at most', () => {
    const boxes = Array.from({ length: 30 }, (_, index) => box(index));
    const [detection] = detectionsOf([text(finding({ boxes }), finding({ boxes }))], [], [], null);
    expect(detection?.boxes).toEqual(boxes.slice(0, 20));
  });

  it('name a code with its words, and no label that the site’s pack does not know', () => {
    const codes = { detector: 'codes', words: 'https://wa.me/1', ...whole } as const;
    const labels = [
      { ...codes, label: 'qr-code' },
      { ...codes, label: 'made-up' },
    ];
    expect(detectionsOf([], labels, [label()], null)).toMatchObject([
      {
        detector: 'codes',
        tier: 'SOFT',
        matchedText: 'https://wa.me/1',
        description: {
          'en-US': 'There is a QR code: “https://wa.me/1”',
          'zh-CN': '图片含二维码：“https://wa.me/1”',
        },
      },
    ]);
  });

  it('clip the words of a long code', () => {
    const detected = { detector: 'codes', label: 'qr-code', words: 'x'.repeat(2_000), ...whole } as const;
    const [detection] = detectionsOf([], [detected], [label()], null);
    expect(detection?.description['en-US']?.length).toBeLessThan(230);
  });

  it('are only of the types that are asked for', () => {
    const passages = [text(finding(), finding({ matchedText: 'sexy', types: ['OCR', 'PORN'] }))];
    const wanted = (types: readonly string[] | null) =>
      detectionsOf(passages, [], [], types).map(({ matchedText }) => matchedText);
    expect([wanted(null), wanted(['PORN']), wanted(['LOGO'])]).toEqual([['Cures', 'sexy'], ['sexy'], []]);
  });

  it('ask for a review where nudity is suspected, and never reject for it', () => {
    const pack = label({ label: nudityLabel, tier: 'STRICT', severity: 'high', types: ['PORN'] });
    const detected = { detector: 'nudity', label: nudityLabel, words: null, ...whole } as const;
    expect(detectionsOf([], [detected], [pack], null)).toMatchObject([
      { tier: 'STRICT', severity: 'low', matchedText: null },
    ]);
  });
});

describe('suspicion of nudity', () => {
  it('adds up both kinds of pornography, and ignores merely revealing clothes', () => {
    expect(isNuditySuspected({ porn: 0.5, hentai: 0.4 })).toBe(true);
    expect(isNuditySuspected({ porn: 0.5, hentai: 0.1 })).toBe(false);
  });
});

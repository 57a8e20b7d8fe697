import type { EvaluatedFinding, EvaluatedLabel } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { isAsked } from './asked.ts';
import { detectionsOf } from './detections.ts';
import { isSuspected, nudityLabel } from './nudity.ts';

const finding = (changes: Partial<EvaluatedFinding> = {}): EvaluatedFinding => ({
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
  ...changes,
});

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

const text = (...findings: readonly EvaluatedFinding[]) => ({ detector: 'text' as const, findings });

describe('what a picture shows', () => {
  it('says the category and the words, in the marks of each locale', () => {
    const [detection] = detectionsOf([text(finding({ matchedText: 'Cures\n diabetes' }))], [], [], null);
    expect(detection).toMatchObject({
      ...{ detector: 'text', tier: 'STRICT', severity: 'medium', types: ['OCR'] },
      description: { 'en-US': 'Medical claim: “Cures diabetes”', 'zh-CN': '医疗宣称：“Cures diabetes”' },
    });
  });

  it('keeps how to fix it and by which law, of words and of what is shown', () => {
    const law = { 'en-US': 'A Law, art. 9', 'zh-CN': 'A Law, art. 9' };
    const fix = { 'en-US': 'Take it off.', 'zh-CN': '去掉。' };
    const sightings = [{ detector: 'codes', label: 'qr-code', words: null }] as const;
    const seen = (codes: EvaluatedLabel) =>
      detectionsOf([text(finding({ legalRef: law }))], sightings, [codes], null);
    expect(seen(label({ suggestion: fix, legalRef: law }))).toMatchObject([
      { ruleId: 'us.x.1', suggestion: { 'en-US': 'Remove', 'zh-CN': '删除' }, legalRef: law },
      { ruleId: null, suggestion: fix, legalRef: law },
    ]);
    // An older text engine says nothing of labels.
    expect(seen(label())[1]).toMatchObject({ ruleId: null, suggestion: null, legalRef: null });
  });

  it('is said once, however often it is seen and however it is spaced, the worst first', () => {
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

  it('names a code with what it says, and nothing that the site’s pack does not know', () => {
    const codes = { detector: 'codes', words: 'https://wa.me/1' } as const;
    const sightings = [
      { ...codes, label: 'qr-code' },
      { ...codes, label: 'made-up' },
    ];
    expect(detectionsOf([], sightings, [label()], null)).toMatchObject([
      {
        ...{ detector: 'codes', tier: 'SOFT', matchedText: 'https://wa.me/1' },
        description: {
          'en-US': 'There is a QR code: “https://wa.me/1”',
          'zh-CN': '图片含二维码：“https://wa.me/1”',
        },
      },
    ]);
  });

  it('cuts what a long code says', () => {
    const sighting = { detector: 'codes', label: 'qr-code', words: 'x'.repeat(2_000) } as const;
    const [detection] = detectionsOf([], [sighting], [label()], null);
    expect(detection?.description['en-US']?.length).toBeLessThan(230);
  });

  it('holds only types that are asked for', () => {
    const passages = [text(finding(), finding({ matchedText: 'sexy', types: ['OCR', 'PORN'] }))];
    const wanted = (types: readonly string[] | null) =>
      detectionsOf(passages, [], [], types).map(({ matchedText }) => matchedText);
    expect([wanted(null), wanted(['PORN']), wanted(['LOGO'])]).toEqual([['Cures', 'sexy'], ['sexy'], []]);
  });

  it('asks for a second look where nudity is suspected, and condemns nothing by it', () => {
    const pack = label({ label: nudityLabel, tier: 'STRICT', severity: 'high', types: ['PORN'] });
    const sighting = { detector: 'nudity', label: nudityLabel, words: null } as const;
    expect(detectionsOf([], [sighting], [pack], null)).toMatchObject([
      { tier: 'STRICT', severity: 'low', matchedText: null },
    ]);
  });
});

describe('a detector', () => {
  it.each([
    ['nudity', ['AD', 'OCR'], false],
    ['nudity', ['PORN'], true],
    ['text', ['LOGO'], false],
    ['text', ['PORN'], true],
    ['codes', ['PORN'], false],
    ['vision', ['LOGO'], true],
    ['nudity', null, true],
  ] as const)('%s for the types %o looks: %s', (detector, types, looks) => {
    expect(isAsked(detector, types)).toBe(looks);
  });
});

describe('suspicion of nudity', () => {
  it('takes both kinds of pornography together, and not what is merely light of dress', () => {
    expect(isSuspected({ porn: 0.5, hentai: 0.4 })).toBe(true);
    expect(isSuspected({ porn: 0.5, hentai: 0.1 })).toBe(false);
  });
});

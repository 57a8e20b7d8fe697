import { captionLengthMax, captionsMax } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection.ts';
import type { ShownLine } from '../images/shown-line.ts';
import { type Caption, captionsOf } from './caption.ts';
import { placedFindings, withCaptions } from './caption-findings.ts';
import { followLines } from './follow-lines.ts';
import { passagesOfCaptions } from './passages.ts';
import { storedCaptions } from './stored-captions.ts';

const line = (text: string, y = 600): ShownLine => ({
  text,
  boxes: Array.from({ length: text.length }, (_, at) => [100 + at * 10, y, 10, 20]).flat(),
});
const captionsIn = (frames: readonly (readonly string[])[]): readonly Caption[] =>
  captionsOf(
    followLines({
      samples: frames.map((_, at) => ({ timeSeconds: at, frame: at })),
      lines: frames.map((texts) => texts.map((text, row) => line(text, 600 - row * 300))),
      durationSeconds: frames.length,
    }),
  );
const detection = (matchedText: string, changes: Partial<Detection> = {}): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier: 'STRICT',
  severity: 'high',
  tierLabel: null,
  tierReason: null,
  description: {},
  matchedText,
  ruleId: 'r1',
  ...changes,
});
/** The findings of a rule for some words in the passages of captions, as they are added to frames. */
function added(captions: readonly Caption[], words: string, onFrames: readonly (readonly Detection[])[]) {
  return passagesOfCaptions(captions).flatMap((passage) => {
    const start = passage.text.indexOf(words);
    if (start < 0) return [];
    const finding = { ruleId: 'r1', start, end: start + words.length, matchedText: words };
    return placedFindings([finding], passage, captions, onFrames);
  });
}

describe('a finding in a passage of captions', () => {
  const captions = captionsIn([[], ['This tea cures'], ['This tea cures'], ['gout at once']]);
  const none = [[], [], [], []];

  it('is placed where its words are first seen, with the part that is there', () => {
    expect(added(captions, 'cures gout', none)).toMatchObject([
      { captions: [0, 1], frame: 1, boxes: [{ x: 190, y: 600, width: 50, height: 20 }] },
    ]);
  });

  it('is none if it is in one caption: its frame was evaluated', () => {
    expect(added(captions, 'gout at once', none)).toEqual([]);
  });

  it('is none if a frame has the same words for the same reason, more or less of them', () => {
    const on = (one: Detection) => [[], [one], [], []];
    expect(added(captions, 'cures gout', on(detection('tea Cures')))).toHaveLength(1);
    expect(added(captions, 'cures gout', on(detection('CURES')))).toEqual([]);
    expect(added(captions, 'cures gout', on(detection('cures', { ruleId: 'r2' })))).toHaveLength(1);
  });
});

describe('findings on frames', () => {
  it('have the time of their caption, and are marked where an earlier frame shows it with them', () => {
    const captions = captionsIn([['Cures gout'], ['Cures gout'], [], [], ['Cures gout']]);
    const code = detection('Cures gout', { detector: 'codes' });
    const on = [
      [detection('Cures gout')],
      [detection('cures gout'), code],
      [],
      [],
      [detection('Cures gout')],
    ];
    const { detections, riskLevels } = withCaptions(on, captions, []);
    expect(detections.flat().map(({ shown, isRepeated }) => [shown, isRepeated])).toEqual([
      [{ startSeconds: 0, endSeconds: 2 }, undefined],
      [{ startSeconds: 0, endSeconds: 2 }, true],
      [undefined, undefined],
      [{ startSeconds: 4, endSeconds: 5 }, undefined],
    ]);
    expect(riskLevels).toEqual([['REJECT', 'REJECT'], ['REJECT']]);
  });

  it('are marked through errors of recognition, and not for another rule or other words', () => {
    const captions = captionsIn([['Cures gout at once'], ['Cures goul at once']]);
    const again = [
      detection('Cures goul'),
      detection('Cures goul', { ruleId: 'r2' }),
      detection('at once'),
      detection('not on it'),
    ];
    const { detections } = withCaptions([[detection('Cures gout')], again], captions, []);
    expect(detections[1]?.map(({ isRepeated }) => isRepeated)).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ]);
    expect(detections[1]?.[3]).not.toHaveProperty('shown');
  });

  it('over lines of two captions have the time of both', () => {
    const captions = captionsIn([['Cures', 'TEA'], ['Cures', 'TEA'], ['Cures']]);
    const { detections } = withCaptions(
      [[detection('TEA\nCures')], [detection('TEA\nCures')], []],
      captions,
      [],
    );
    expect(detections.flat().map(({ isRepeated }) => isRepeated)).toEqual([undefined, true]);
    expect(detections[0]?.[0]?.shown).toEqual({ startSeconds: 0, endSeconds: 3 });
  });

  it('get those over several captions, the worst first', () => {
    const captions = captionsIn([['This tea cures'], ['gout']]);
    const mild = detection('tea', { severity: 'low' });
    const over = { captions: [0, 1], frame: 0, detection: detection('cures gout') };
    const { detections, riskLevels } = withCaptions([[mild], []], captions, [over]);
    expect(detections[0]?.map(({ matchedText, shown }) => [matchedText, shown?.endSeconds])).toEqual([
      ['cures gout', 2],
      ['tea', 1],
    ]);
    expect(riskLevels).toEqual([['REVIEW', 'REJECT'], ['REJECT']]);
  });
});

describe('the captions of a record', () => {
  it('are bounded in number and length, and the gravest are among them', () => {
    const [like] = captionsIn([['Some words']]);
    if (!like) throw new Error('there is no caption');
    const many = Array.from({ length: captionsMax + 200 }, (_, at) => ({
      ...like,
      startSeconds: at,
      endSeconds: at + 2,
    }));
    const stored = storedCaptions(
      many,
      many.map((_, at) => (at === captionsMax + 100 ? ['REVIEW' as const] : [])),
    );
    expect(stored).toHaveLength(captionsMax);
    expect(stored.filter(({ riskLevel }) => riskLevel === 'REVIEW')).toHaveLength(1);
    expect(stored.map(({ startSeconds }) => startSeconds)).toEqual(
      stored.map(({ startSeconds }) => startSeconds).toSorted((a, b) => a - b),
    );
    const long = many.map((one) => ({ ...one, text: '文'.repeat(1_000) }));
    const cut = storedCaptions(long, []);
    expect(Math.max(...cut.map(({ text }) => text.length))).toBe(captionLengthMax);
    expect(cut.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(60_000);
  });
});

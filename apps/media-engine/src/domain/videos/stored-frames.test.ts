import { describe, expect, it } from 'vitest';
import type { Coverage, Detection } from '../detection.ts';
import { chooseFrames, coverageOfFrames, type FrameReport, framesStoredMax } from './stored-frames.ts';

const detection = (tier: 'STRICT' | 'SOFT', severity: 'high' | 'low'): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier,
  severity,
  tierLabel: null,
  tierReason: null,
  description: {},
  matchedText: null,
});
const reportOf = (ocrText: string, ...detections: readonly Detection[]): FrameReport => ({
  detections,
  coverage: [],
  ocrText,
});

describe('the frames that a record shows', () => {
  it('are all if there are few', () => {
    expect(chooseFrames([reportOf(''), reportOf('words'), reportOf('', detection('SOFT', 'low'))])).toEqual([
      0, 1, 2,
    ]);
    expect(chooseFrames([])).toEqual([]);
  });

  it('are the worst ones if there are many, then those with words, spread over the video', () => {
    const reports = Array.from({ length: 1_000 }, (_, place) => {
      if (place === 999) return reportOf('', detection('STRICT', 'high'));
      if (place % 50 === 0) return reportOf('soft', detection('SOFT', 'low'));
      return reportOf(place % 2 ? 'words' : '');
    });
    const chosen = chooseFrames(reports);
    expect(chosen).toHaveLength(framesStoredMax);
    expect(chosen).toEqual(expect.arrayContaining([0, 50, 950, 999]));
    expect(chosen.filter((place) => place % 50 !== 0).every((place) => place % 2 === 1)).toBe(true);
    expect(chosen.filter((place) => place < 500).length).toBeGreaterThan(40);
  });

  it('include a STRICT finding however many SOFT ones there are', () => {
    const reports = Array.from({ length: 500 }, () => reportOf('', detection('SOFT', 'low')));
    reports[251] = reportOf('', detection('STRICT', 'low'));
    expect(chooseFrames(reports)).toContain(251);
  });

  it('include the first frame of a caption with a finding however many show it later', () => {
    const again = { ...detection('STRICT', 'high'), isRepeated: true as const };
    const reports = Array.from({ length: 500 }, () => reportOf('', again));
    reports[251] = reportOf('', detection('STRICT', 'high'));
    expect(chooseFrames(reports)).toContain(251);
  });
});

describe('the coverage of all frames', () => {
  it('is `failed` for a detector that failed on any frame', () => {
    const of = (status: Coverage['status']): Pick<FrameReport, 'coverage'> => ({
      coverage: [{ detector: 'text', status }],
    });
    expect(coverageOfFrames([of('ran'), of('failed'), of('ran')])).toEqual([
      { detector: 'text', status: 'failed' },
    ]);
    expect(coverageOfFrames([of('not_configured'), of('ran')])).toEqual([
      { detector: 'text', status: 'ran' },
    ]);
    expect(coverageOfFrames([])).toEqual([]);
  });

  it('names every recognizer that read a frame, once', () => {
    const readBy = (...recognizers: ('pp_ocr' | 'tesseract')[]) => ({
      coverage: [{ detector: 'text', status: 'ran', recognizers }] as const,
    });
    expect(coverageOfFrames([readBy('tesseract'), readBy('pp_ocr'), readBy('tesseract')])).toEqual([
      { detector: 'text', status: 'ran', recognizers: ['pp_ocr', 'tesseract'] },
    ]);
  });

  it('counts the frames that a detector ran on, if it did not run on all', () => {
    const both: FrameReport['coverage'] = [
      { detector: 'text', status: 'ran' },
      { detector: 'vision', status: 'ran' },
    ];
    const reports = [{ coverage: both }, { coverage: both.slice(0, 1) }, { coverage: both }];
    expect(coverageOfFrames(reports)).toEqual([
      { detector: 'text', status: 'ran' },
      { detector: 'vision', status: 'ran', looked: { seen: 2, total: 3 } },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Findings } from '../findings/findings.ts';
import { itemsOf } from '../findings/items.ts';
import { picture } from './picture.ts';

/** Writes the section about one finding on a frame, with so many boxes. */
function sectionWith(boxes: number): string {
  const findings = {
    frames: [
      {
        timeSeconds: 3,
        description: '',
        tier: 'STRICT',
        tierLabel: '硬性违规',
        tierReason: null,
        findings: [
          {
            ...{ description: '绝对化用语：“最好”', matchedText: '最好', severity: 'high' },
            ...{ tier: 'STRICT', tierLabel: '硬性违规', tierReason: null, suggestion: null, legalRef: null },
            boxes: Array.from({ length: boxes }, (_, at) => ({ x: at, y: 60, width: 300, height: 48 })),
          },
        ],
      },
    ],
    audios: [],
    transcriptRisks: [],
    customTranscriptRisks: [],
    coverage: [],
  } as unknown as Findings;
  return picture(findings, itemsOf(findings)).join('\n');
}

describe('the section of pictures', () => {
  it('says where on the frame a finding is', () => {
    expect(sectionWith(2)).toContain(
      '“最好”。位置（00:03 的画面，单位像素）：左 0、上 60、宽 300、高 48；左 1、上 60、宽 300、高 48。',
    );
    expect(sectionWith(0)).not.toContain('位置');
  });

  it('lists three places, and counts them where there are more', () => {
    const section = sectionWith(20);
    expect(section.match(/高 48/g)).toHaveLength(3);
    expect(section).toContain('，等 20 处。');
  });
});

import { describe, expect, it } from 'vitest';
import { imageVerdictOf, textVerdictOf, videoVerdictOf } from './verdicts.ts';

const counts = { strict: 1, soft: 2, custom: 3, semantic: 4 };
/** Only what is read of a record. */
const text = (record: object) => textVerdictOf(record as Parameters<typeof textVerdictOf>[0]);
const image = (record: object) => imageVerdictOf(record as Parameters<typeof imageVerdictOf>[0]);
const video = (record: object) => videoVerdictOf(record as Parameters<typeof videoVerdictOf>[0]);

describe('the verdict of a record', () => {
  it('of a text has its level, its counts and how many risks there are, without own words', () => {
    const summary = { violation: 1, sceneHint: 1, custom: 1, semantic: 0 };
    expect(text({ riskLevel: 'high', summary, risks: [{}, {}], customRisks: [{}] })).toEqual({
      riskLevel: 'high',
      summary,
      riskCount: 2,
    });
  });

  it.each([text, image, video])('is none while it has no level', (verdictOf) => {
    expect(verdictOf({ riskLevel: null })).toBeNull();
  });

  it('of an image has each label once; findings that contribute nothing to the verdict count as scene hints', () => {
    const labels = [
      { description: 'Weapon', riskLevel: 'REJECT' },
      { description: 'Weapon', riskLevel: 'REVIEW' },
      { description: 'Code', riskLevel: 'PASS' },
    ];
    expect(image({ riskLevel: 'REJECT', labels })).toEqual({
      riskLevel: 'REJECT',
      summary: { violation: 2, sceneHint: 1 },
      labels: [{ und: 'Weapon' }, { und: 'Code' }],
    });
    expect(image({ riskLevel: 'REJECT', labels: [], summary: counts })?.summary).toBe(counts);
  });

  it('of a video counts frames and transcript risks, and has the status of its transcript', () => {
    const frames = [
      { description: 'Weapon', riskLevel: 'REJECT' },
      { description: 'Code', riskLevel: 'PASS' },
      { description: '', riskLevel: 'PASS' },
    ];
    const transcriptRisks = [{ source: 'rule' }, { source: 'custom' }];
    const heard = {
      riskLevel: 'REJECT',
      frames,
      transcriptRisks,
      labels: ['Weapon'],
      transcriptStatus: 'completed',
    };
    expect(video(heard)).toEqual({
      riskLevel: 'REJECT',
      summary: { violation: 2, sceneHint: 1 },
      labels: [{ und: 'Weapon' }],
      transcriptStatus: 'completed',
    });
    const ofMain = { riskLevel: 'PASS', frames, summary: counts, transcript: { status: 'processing' } };
    expect(video(ofMain)).toEqual({
      riskLevel: 'PASS',
      summary: counts,
      transcriptStatus: 'processing',
      labels: [{ und: 'Weapon' }, { und: 'Code' }],
    });
  });
});

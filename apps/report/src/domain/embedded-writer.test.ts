import { reportSections } from '@redline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedBody } from './embedded-writer.ts';
import { citationsOf } from './findings/citations.ts';
import { findingsArbitrary } from './findings/findings.arbitraries.ts';
import type { Findings } from './findings/findings.ts';
import { bodyLengthMax, contentOf } from './stream/section.ts';
import { cleaned, clock } from './wording.ts';

const reportOf = (findings: Findings): string =>
  contentOf(reportSections.map((heading) => ({ body: embeddedBody(heading, findings), writer: 'embedded' })));

const always = (holds: (findings: Findings) => void) =>
  fc.assert(fc.property(findingsArbitrary, holds), { numRuns: 300 });

describe('a report by the embedded writer, whatever was found', () => {
  it('has the six sections in their order and no other, each with something to say, and ends', () => {
    always((findings) => {
      const report = reportOf(findings);
      const parts = report.split(/【([^【】]*)】\n/);
      expect(parts.filter((_, place) => place % 2 === 1)).toEqual([...reportSections]);
      expect(report.match(/[【】]/g)).toHaveLength(2 * reportSections.length);
      for (const heading of reportSections) {
        const body = embeddedBody(heading, findings);
        expect(body.trim()).not.toBe('');
        expect(body.length).toBeLessThanOrEqual(bodyLengthMax);
        expect(body.isWellFormed()).toBe(true);
      }
    });
  });

  it('names each law that its findings cite exactly once under 法律依据', () => {
    always((findings) => {
      const cited = new Set(
        [...findings.frames.flatMap((frame) => frame.findings ?? []), ...findings.transcriptRisks].flatMap(
          ({ legalRef }) => (legalRef === null ? [] : citationsOf(legalRef)),
        ),
      );
      const lines = embeddedBody('法律依据', findings).split('\n');
      for (const citation of cited) {
        expect(lines.filter((line) => line.includes(`. ${citation}（对应：`))).toHaveLength(1);
      }
    });
  });

  it('quotes nothing that the record does not say', () => {
    always((findings) => {
      const plain = (text: string) => cleaned(text).replace(/[“”‘’"]/g, '');
      const said = plain(
        [
          findings.video.title,
          ...findings.frames.flatMap(({ findings: found = [], ...frame }) =>
            [frame, ...found].flatMap(({ description, tierReason }) => [description, tierReason ?? '']),
          ),
          ...findings.audios.flatMap(({ description, text }) => [description, text]),
          ...[...findings.transcriptRisks, ...findings.customTranscriptRisks].flatMap((risk) => [
            ...[risk.matchedText, risk.sentence, risk.replacement ?? ''],
            ...('note' in risk ? [risk.note ?? ''] : []),
          ]),
          ...[
            ...findings.frames.flatMap((frame) => frame.findings ?? []),
            ...findings.transcriptRisks,
          ].flatMap(({ precedents = [] }) => precedents.map(({ claim }) => claim)),
        ]
          .map(cleaned)
          .join('\n')
          .replaceAll('\n', '⏎'),
      );
      for (const [, quote = ''] of reportOf(findings).matchAll(/“([^“”]*)”/g)) {
        expect(said).toContain(plain(quote.replace(/…$/, '')));
      }
    });
  });

  it('tells no time but those of the record', () => {
    always((findings) => {
      const times = [
        ...findings.frames.map(({ timeSeconds }) => timeSeconds),
        ...findings.frames.flatMap(({ findings: found = [] }) =>
          found.flatMap((one) => [one.startSeconds ?? 0, one.endSeconds ?? 0]),
        ),
        findings.video.durationSeconds,
      ];
      for (const { startSeconds, endSeconds } of [
        ...findings.audios,
        ...findings.transcriptRisks,
        ...findings.customTranscriptRisks,
      ])
        times.push(startSeconds, endSeconds);
      const known = new Set(times.map(clock));
      const unquoted = reportOf(findings)
        .replace(/“[^”]*”|备注：[^）]*/g, '')
        .replace(/\d{4}-\d\d-\d\d \d\d:\d\d（北京时间）/g, '');
      for (const [time] of unquoted.matchAll(/\d+:\d\d/g)) expect(known).toContain(time);
    });
  });

  it('says of every detector that did not look that it did not', () => {
    always((findings) => {
      const [conclusion, advice] = [embeddedBody('总体结论', findings), embeddedBody('修改建议', findings)];
      const isBlind = findings.coverage.some(
        ({ detector, status, looked }) => detector !== 'transcription' && (status !== 'ran' || looked),
      );
      const isDeaf = !['completed', 'empty'].includes(findings.transcriptStatus ?? '');
      expect(conclusion.includes('检测范围限制')).toBe(isBlind || isDeaf);
      expect(advice.includes('人工复核：')).toBe(isBlind || isDeaf);
    });
  });

  it('is the same each time, so that a takeover goes on with the same report', () => {
    always((findings) => {
      expect(reportOf(structuredClone(findings))).toBe(reportOf(findings));
    });
  });
});

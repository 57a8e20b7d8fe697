import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';
import { eventsOf, eventsOfEnd, eventsOfLast } from './events.ts';
import { bodyLengthMax, contentOf, type Section } from './section.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 900 }),
  fc
    .array(fc.constantFrom('判定', '。', '；', '\n', '𠮷', '画面1'), { maxLength: 900 })
    .map((all) => all.join('')),
);
const sections = fc.array(fc.record({ body: text, writer: fc.constant('embedded') }), {
  minLength: 1,
  maxLength: 6,
});

describe('pieces of a text', () => {
  it('join to the text, end within no character and are bounded', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const chunks = chunksOf(whole);
        expect(chunks.join('')).toBe(whole);
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(424);
          expect(chunk.isWellFormed()).toBe(true);
        }
        for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(24);
      }),
    );
  });

  it('are sentences, where these are long enough', () => {
    const [one, two] = [
      '画面中发现三项风险，按出现的时间先后一一列出。',
      '口播转写已完成，已转写的口播中未发现风险内容。',
    ];
    expect(chunksOf(`${one}${two}`)).toEqual([`${one}${two}`.slice(0, 46)]);
    expect(chunksOf(`${one}注意！${two}`)).toEqual([`${one}注意！`, two]);
  });
});

describe('events of a report', () => {
  it('are numbered from 1 without a gap, and the same when derived section by section', () => {
    fc.assert(
      fc.property(sections, (all) => {
        const end = { status: 'completed', durationMs: 5 } as const;
        const events = eventsOf('report_1', all, end);
        expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1));
        const live = all.flatMap((_, place) => eventsOfLast('report_1', all.slice(0, place + 1)));
        expect([...live, ...eventsOfEnd('report_1', all, end)]).toEqual(events);
        const chunks = events.flatMap((one) => (one.event === 'report_chunk' ? [one.data.chunk] : []));
        expect(chunks.join('')).toBe(contentOf(all));
      }),
    );
  });

  it('end with an error and nothing else where a report failed, before its first section too', () => {
    expect(eventsOf('report_1', [], { status: 'failed' })).toMatchObject([
      { number: 1, event: 'report_start' },
      { number: 2, event: 'error', data: { message: expect.stringContaining('退回') } },
    ]);
  });

  it('of the longest report fit into one message', () => {
    const longest: Section[] = Array.from({ length: 6 }, () => ({
      body: '画面中发现三项风险，按出现的时间先后一一列出来了。'.repeat(1_000).slice(0, bodyLengthMax),
      writer: 'embedded',
    }));
    const events = eventsOf('report_1', longest, { status: 'completed', durationMs: 5 });
    expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThan(800_000);
    expect(events.length).toBeLessThan(4_000);
  });
});

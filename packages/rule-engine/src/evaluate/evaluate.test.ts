import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPackWithExamples } from '../load/pack-files.ts';
import { engineOf } from './engine.ts';
import { evaluate } from './evaluate.ts';

const us = loadPackWithExamples(fileURLToPath(new URL('../../../../packs/us', import.meta.url)));
const { examples } = us;
const engine = engineOf(us);
const options = { platform: 'dtc_us', vertical: 'general' };

describe('an evaluation', () => {
  const texts = [
    '🌿🌿 Our “miracle” balm — it h.e.a.l.s\u200b eczéma & clears p s o r i a s i s!! 🎉 FDA approved.',
    'Ｃures gout.\r\n\r\nLose 30 lbs in 2 weeks 👩‍👩‍👧 without diet',
    'd1abetes? g0ne. 👍🏽 Only $5',
  ];

  it.each(texts)('gives offsets that slice the original text: %j', (text) => {
    const { findings } = evaluate(text, engine, options);
    expect(findings.length).toBeGreaterThan(0);
    for (const { start, end, matchedText } of findings) expect(text.slice(start, end)).toBe(matchedText);
  });

  it('is deterministic and lists findings in text order', () => {
    const text = texts.join('\n');
    const first = evaluate(text, engine, options);
    expect(evaluate(text, engine, options)).toEqual(first);
    const starts = first.findings.map((finding) => finding.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('merges overlapping hits of one rule', () => {
    const { findings } = evaluate('It cures, heals and treats eczema, eczema and eczema.', engine, options);
    expect(findings.filter((finding) => finding.ruleId === 'us.disease-claim.treats')).toHaveLength(1);
  });

  it('takes the highest severity of its violations as risk level, safe when there is none', () => {
    expect(evaluate('This tonic cures gout.', engine, options).riskLevel).toBe('high');
    expect(evaluate('A mug. It holds tea.', engine, options).riskLevel).toBe('safe');
  });

  it('keeps what was considered and found lawful, with the reason', () => {
    const { considered, findings } = evaluate('It does not cure gout.', engine, options);
    expect(findings).toEqual([]);
    expect(considered).toContainEqual(expect.objectContaining({ because: 'negation' }));
  });

  it('applies a category’s own rules in that category and in general only', () => {
    const rule = engine.pack.rules.find(({ only }) => only.has('vertical') && !only.has('platform'));
    const verticals = rule?.only.get('vertical');
    if (!rule || !verticals) throw new Error('no rule of one category to try');
    const other = engine.pack.meta.dimensions['vertical']?.values.find(
      (vertical) => vertical !== 'general' && !verticals.has(vertical),
    );
    const hit = examples.get(rule.id)?.hit[0];
    const text = typeof hit === 'string' ? hit : (hit?.text ?? '');
    const finds = (vertical: string): boolean =>
      evaluate(text, engine, { platform: 'dtc_us', vertical }).findings.some(
        ({ ruleId }) => ruleId === rule.id,
      );
    expect([...verticals].every(finds)).toBe(true);
    expect(finds('general')).toBe(true);
    expect(finds(other ?? '')).toBe(false);
  });

  it('judges hostile text at a cost like that of ordinary copy', () => {
    const hostile = [
      'cure '.repeat(1000),
      'h e a l s '.repeat(500),
      'not '.repeat(1250),
      '"'.repeat(5000),
      'a.'.repeat(2500),
    ];
    const ordinary = hostile.map((_, at) =>
      Array.from({ length: 100 }, (_, line) => `Mug ${at} of row ${line} holds tea and is glazed by hand.`)
        .join(' ')
        .slice(0, 5000),
    );
    /** Microseconds of CPU: of a busy machine the clock tells nothing. */
    const costOf = (texts: readonly string[]): number => {
      const before = process.cpuUsage();
      for (const text of texts) evaluate(text.slice(0, 5000), engine, options);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const ofOrdinary = costOf(ordinary);
    // It costs about as much; a search that backtracks would cost thousands of times.
    expect(costOf(hostile) / ofOrdinary).toBeLessThan(10);
  });
});

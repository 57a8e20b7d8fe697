import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const filler = 'The jar is made of brown glass and holds twelve ounces.';
const claim = 'Our tea cures diabetes.';

describe('looking only at patterns whose needs one sentence meets', () => {
  it.each([0, 1, 30, 31, 32, 33, 64, 95, 255, 256, 300])('finds a claim behind %i sentences', (count) => {
    const text = [...Array.from({ length: count }, () => filler), claim, filler].join(' ');
    const { findings } = evaluate(text, engine, { platform: 'dtc_us', vertical: 'health' });
    const topics = findings.filter(({ start }) => start >= text.indexOf(claim)).map(({ topic }) => topic);
    expect(topics).toContain('disease_claim');
  });
});

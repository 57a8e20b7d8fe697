import { fileURLToPath } from 'node:url';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { expect, it } from 'vitest';
import { readLabelled } from './sets.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../packs/us', import.meta.url))));
const line = {
  ...{ id: 'one', kind: 'clean', text: 'A linen towel.', platform: 'dtc_us', vertical: 'general' },
  expect: { violation: false, spans: [] },
};

it('takes what a labelled line leaves unsaid from the pack, and refuses what must be said', () => {
  const [read] = readLabelled(engine, JSON.stringify(line));
  expect(read?.selection).toEqual({ platform: 'dtc_us', vertical: 'general', medium: 'text' });
  const { platform: _, ...without } = line;
  expect(() => readLabelled(engine, JSON.stringify(without))).toThrow();
});

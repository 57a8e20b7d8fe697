import { expect, it } from 'vitest';
import { readLabelledSet } from './labelled-set.ts';
import { engineFor } from './site-folders.ts';

const engine = engineFor('us');
const line = {
  id: 'one',
  kind: 'clean',
  text: 'A linen towel.',
  platform: 'dtc_us',
  vertical: 'general',
  expect: { violation: false, spans: [] },
};

it('a labelled line may leave out a dimension that has a default, and no other', () => {
  const [read] = readLabelledSet(engine, JSON.stringify(line));
  expect(read?.selection).toEqual({ platform: 'dtc_us', vertical: 'general', medium: 'text' });
  const { platform: _, ...without } = line;
  expect(() => readLabelledSet(engine, JSON.stringify(without))).toThrow();
});

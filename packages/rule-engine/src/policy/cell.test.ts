import { describe, expect, it } from 'vitest';
import { cellOf, type Table } from './cell.ts';
import { sampleRow } from './samples.ts';

const rows = [
  sampleRow({ id: 'default' }),
  sampleRow({ id: 'supplement', sold: ['supplement'], outcome: 'lawful' }),
  sampleRow({ id: 'edible', sold: ['supplement', 'food'], outcome: 'hint' }),
  sampleRow({ id: 'procedure', beside: ['procedure_offer'] }),
  sampleRow({ id: 'place', places: { vertical: ['pet'] } }),
];
const without = (...ids: string[]) => rows.filter(({ id }) => !ids.includes(id));
const table = (changes: Partial<Table> = {}): Table => ({
  rows: without('place'),
  sold: { certain: null, open: [] },
  made: new Set(),
  ...changes,
});
const cell = (changes: Partial<Table>) => cellOf('treats_disease', table(changes), () => true);
const certainly = (certain: string) => ({ certain, open: [] });

describe('the cell of a claim', () => {
  it.each([
    ['the default row', { sold: certainly('toy') }, 'default'],
    [
      'that of the goods before the default, the fewer the better',
      { sold: certainly('supplement') },
      'supplement',
    ],
    ['that of several goods for another of them', { sold: certainly('food') }, 'edible'],
    [
      'that of a claim beside before the goods',
      { sold: certainly('food'), made: new Set(['procedure_offer']) },
      'procedure',
    ],
    [
      'that of the place before all',
      { rows, sold: certainly('food'), made: new Set(['procedure_offer']) },
      'place',
    ],
  ])('is %s', (_, changes, id) => {
    expect(cell(changes)?.row.id).toBe(id);
  });

  it('is the mildest where it is open what is sold, and names the others', () => {
    const open = { certain: null, open: ['toy', 'supplement'] };
    expect(cell({ sold: open })).toMatchObject({
      row: { id: 'supplement' },
      others: [{ good: 'toy', row: { id: 'default' } }],
    });
  });

  it('is the severest for goods that nobody may sell', () => {
    const offers = [
      sampleRow({ id: 'offer', claims: ['offers_counterfeit'] }),
      sampleRow({ id: 'mild', claims: ['offers_counterfeit'], sold: ['clothing'], outcome: 'lawful' }),
    ];
    const open = { certain: null, open: ['clothing', 'counterfeit'] };
    expect(cellOf('offers_counterfeit', table({ rows: offers, sold: open }), () => true)?.row.id).toBe(
      'offer',
    );
  });

  it('passes over a row whose words are missing', () => {
    const needing = { ...sampleRow({ id: 'needing', sold: ['food'] }), needs: {} as never };
    const all = table({ rows: [...without('edible', 'place'), needing], sold: certainly('food') });
    expect(cellOf('treats_disease', all, () => false)?.row.id).toBe('default');
  });
});

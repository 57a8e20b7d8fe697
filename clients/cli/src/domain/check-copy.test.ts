import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../inputs/markdown.ts';
import { checkCopy } from './check-copy.ts';
import { linesOf } from './lines.ts';
import type { CopyPlace } from './result.ts';
import type { Risk } from './risk.ts';

const place: CopyPlace = {
  ...{ site: 'us', platform: 'dtc_us', vertical: 'general', locale: 'en-US' },
  ...{ productVertical: null, sceneMode: null },
};
const risk: Risk = {
  ...{ ruleId: 'us.ills.cures', alsoFoundBy: [], kind: 'violation', severity: 'high', tier: null },
  ...{ tierLabel: null, source: 'rule', start: 0, end: 0, category: 'Ills', suggestion: 'Do not.' },
  ...{ legalRef: 'Law 1', laws: [] },
};

/** Finds each `cure` and, by another rule, each `heal`. */
const findRisks = (text: string): Risk[] =>
  [...text.matchAll(/cures?|heals?/g)].map(({ index, 0: words }) => ({
    ...risk,
    ruleId: words.startsWith('cure') ? 'us.ills.cures' : 'us.ills.heals',
    start: index,
    end: index + words.length,
  }));

const checked = (file: string) =>
  checkCopy({ path: 'a.md', file, source: readMarkdown(file) }, findRisks, place);
const foundIn = async (file: string): Promise<string[]> =>
  (await checked(file)).risks.map(({ ruleId, from }) => `${ruleId} ${from.line}:${from.column}`);

describe('the risks of a file', () => {
  it('stand at their line and column in it, whatever markup is before them', async () => {
    const file = '# R&amp;D\r\n\r\n- Our **drops\r\n  cure** gout &amp; heal';
    const [cure, heal] = (await checked(file)).risks;
    expect(cure).toMatchObject({ words: 'cure', before: 'Our drops ', after: ' gout & heal' });
    expect(cure?.from).toEqual({ line: 4, column: 3 });
    expect(cure?.to).toEqual({ line: 4, column: 7 });
    expect(file.slice(cure?.range.start, cure?.range.end)).toBe('cure');
    expect(heal?.from).toEqual({ line: 4, column: 21 });
  });

  it('decide the verdict by the policy of the site', async () => {
    expect((await checked('It cures.')).verdict).toBe('high');
    expect((await checked('It is.')).verdict).toBe('safe');
    const onMain = { ...place, site: 'main', productVertical: 'creator', sceneMode: 'content' };
    const soft = (text: string): Risk[] => findRisks(text).map((one) => ({ ...one, tier: 'SOFT' }));
    const read = { path: 'a.md', file: 'It cures.', source: readMarkdown('It cures.') };
    const { verdict, risks } = await checkCopy(read, soft, onMain);
    expect([verdict, risks[0]?.level]).toEqual(['PASS', 'hint']);
  });
});

describe('an ignore comment', () => {
  it('leaves out what its rule finds on the next line that is not blank, and nothing else', async () => {
    const file = '<!-- redline-ignore-next-line us.ills.cures: quoted -->\n\nIt cures and heals\nand cures.';
    expect(await foundIn(file)).toEqual(['us.ills.heals 3:14', 'us.ills.cures 4:5']);
    expect((await checked(file)).ignored).toBe(1);
  });

  it('takes the beginning of rule ids up to a point, and several rules', async () => {
    expect(await foundIn('<!-- redline-ignore-next-line us.ills: quoted -->\nIt cures and heals')).toEqual(
      [],
    );
    expect(await foundIn('<!-- redline-ignore-next-line us.a, us.ills.heals: x -->\nIt heals')).toEqual([]);
    expect(await foundIn('<!-- redline-ignore-next-line us.il: x -->\nIt heals')).toEqual([
      'redline.unused-ignore 1:1',
      'us.ills.heals 2:4',
    ]);
  });

  it('covers a range of lines', async () => {
    const file =
      '<!-- redline-ignore-start us.ills: quoted -->\n\ncures\n\n- heals\n\n<!-- redline-ignore-end -->\n\ncures';
    expect(await foundIn(file)).toEqual(['us.ills.cures 9:1']);
  });

  it('covers what a rule found beside the one that is reported', async () => {
    const file = '<!-- redline-ignore-next-line us.other: x -->\ncures';
    const beside = (text: string): Risk[] =>
      findRisks(text).map((one) => ({ ...one, alsoFoundBy: ['us.other'] }));
    const read = { path: 'a.md', file, source: readMarkdown(file) };
    expect((await checkCopy(read, beside, place)).risks).toEqual([]);
  });

  it.each([
    ['without a reason', 'redline-ignore-next-line us.ills', 'redline.ignore-without-reason'],
    ['with an empty one', 'redline-ignore-next-line us.ills:  ', 'redline.ignore-without-reason'],
    ['without a rule', 'redline-ignore-next-line', 'redline.malformed-ignore'],
    ['of no kind that there is', 'redline-ignore us.ills: x', 'redline.malformed-ignore'],
    ['that ends nothing', 'redline-ignore-end', 'redline.malformed-ignore'],
  ])('%s is reported, and ignores nothing', async (_, comment, ruleId) => {
    const file = `<!-- ${comment} -->\n\ncures`;
    expect(await foundIn(file)).toEqual([`${ruleId} 1:1`, 'us.ills.cures 3:1']);
    const [first] = (await checked(file)).risks;
    expect(first?.level).toBe('low');
  });

  it('that is never ended is reported, and ignores to the end of the file', async () => {
    expect(await foundIn('<!-- redline-ignore-start us.ills: x -->\n\ncures')).toEqual([
      'redline.malformed-ignore 1:1',
    ]);
  });

  it('that leaves nothing out is a hint', async () => {
    const { risks } = await checked('<!-- redline-ignore-next-line us.ills: x -->\nfine');
    expect(risks).toMatchObject([{ ruleId: 'redline.unused-ignore', level: 'hint' }]);
  });

  it('is none where it is code', async () => {
    expect(await foundIn('`<!-- redline-ignore-next-line us.ills: x -->`\ncures')).toEqual([
      'us.ills.cures 2:1',
    ]);
  });
});

describe('lines', () => {
  it('end by each of the three marks', () => {
    const lines = linesOf('a\nb\r\nc\rd');
    expect([0, 2, 5, 7].map((offset) => lines.positionOf(offset))).toEqual(
      [1, 2, 3, 4].map((line) => ({ line, column: 1 })),
    );
    expect([1, 2, 3, 4, 5].map(lines.textOf)).toEqual(['a', 'b', 'c', 'd', '']);
  });
});

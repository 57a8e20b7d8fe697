import { expect, it } from 'vitest';
import { groupCases } from './group-cases.ts';
import { sampleCase } from './sample-case.ts';

const groupsOf = (...cases: Parameters<typeof sampleCase>[0][]): string[][] =>
  groupCases(cases.map((changes) => sampleCase(changes))).map((group) => group.map(({ id }) => id));

it('cases of one named respondent stay together, those of unnamed ones only within an announcement', () => {
  const texts = ['Drops that cure gout.', 'Tea against shingles, ask us.', 'Socks end flat feet.'];
  const [a, b, c] = texts.map((text, at) => ({ id: `us-000${at + 1}`, text, series: `list ${at}` }));
  expect(groupsOf({ ...a, who: 'Acme, Inc.' }, { ...b, who: 'ACME Inc' }, { ...c, who: 'Other' })).toEqual([
    ['us-0001', 'us-0002'],
    ['us-0003'],
  ]);
  expect(groupsOf({ ...a, who: 'an online shop' }, { ...b, who: 'an online shop' })).toHaveLength(2);
  const same = { who: 'an online shop', series: 'one list' };
  expect(groupsOf({ ...a, ...same, product: 'tea' }, { ...b, ...same, product: 'drops' })).toHaveLength(1);
});

it('near-duplicates and twins stay together, in any language and over other cases', () => {
  const zh = ['本品三天治好糖尿病，无效退款', '本品三天治好高血压，无效退款', '棉被两米加厚包邮到家'];
  const cases = zh.map((text, at) => ({ id: `us-000${at + 1}`, text, series: `${at}`, who: `公司${at}` }));
  expect(groupsOf(...cases)).toEqual([['us-0001', 'us-0002'], ['us-0003']]);
  const twin = { ...cases[2], lawful: true, spans: [], twin: 'us-0001' };
  expect(groupsOf(cases[0] ?? {}, cases[1] ?? {}, twin)).toHaveLength(1);
});

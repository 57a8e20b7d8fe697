import { describe, expect, it } from 'vitest';
import { chinese } from '../language/chinese.ts';
import { indonesian } from '../language/indonesian.ts';
import type { Language } from '../language/language.ts';
import { numeralsOf } from './numerals.ts';
import { breaks } from './sentences.ts';
import { structureOf } from './structure.ts';

const wordsOf = (text: string, language: Language): string[] =>
  structureOf(text, language).tokens.map(({ word }) => word);

const sentencesOf = (text: string, language: Language): string[] => {
  const { sentences, tokens } = structureOf(text, language);
  return sentences.map(({ first, last }) => text.slice(tokens[first]?.start, tokens[last - 1]?.end));
};

/** The text with a mark wherever it breaks inside a sentence: `、` weakest, `|` strongest. */
const brokenAt = (text: string): string => {
  const { tokens, breakBefore } = structureOf(text, chinese);
  const marks: Record<number, string> = { [breaks.list]: '、', [breaks.comma]: '，', [breaks.clause]: '|' };
  return tokens.map(({ word }, at) => `${marks[breakBefore[at] ?? 0] ?? ''}${word}`).join('');
};

const numeralsIn = (text: string, kind: string, language: Language): string[] => {
  const structure = structureOf(text, language);
  return numeralsOf(structure)
    .filter((numeral) => numeral.kind === kind)
    .map(({ first, last }) => text.slice(structure.tokens[first]?.start, structure.tokens[last - 1]?.end));
};

describe('Chinese taken apart', () => {
  it('makes a word of each character and keeps Latin and digits whole', () => {
    expect(wordsOf('加V信 ＶＸ，第1名B12共1,299元𠀀字〇', chinese)).toEqual([
      ...['加', 'v', '信', 'vx', '第', '1', '名', 'b12', '共', '1,299', '元', '𠀀', '字', '〇'],
    ]);
  });

  it.each([
    ['好用。快买！真的？是\n下一行', ['好用', '快买', '真的', '是', '下一行']],
    ['只要99!快来?好', ['只要99', '快来', '好']],
    ['治·疗、治🔥疗，正品|包邮', ['治·疗、治🔥疗，正品|包邮']],
  ])('splits %j into sentences', (text, sentences) => {
    expect(sentencesOf(text, chinese)).toEqual(sentences);
  });

  it.each([
    ['正品、包邮，好用；再买：买（送）走', '正品、包邮，好用|再买|买|送|走'],
    ['全国包邮 正品保证', '全国包邮，正品保证'],
    ['治 疗 痛 风', '治疗痛风'],
    ['补水·美白', '补水，美白'],
    ['他说“好”，又说「行」', '他说|好|又说|行'],
  ])('breaks %j where its marks say', (text, broken) => {
    expect(brokenAt(text)).toBe(broken);
  });

  it('finds what stands between quotation marks of every kind', () => {
    const text = '“甲”和「乙」，『丙』与《丁》，他说：‘戊’';
    const { quotes } = structureOf(text, chinese);
    expect(quotes.map(({ start, end }) => text.slice(start, end)).sort()).toEqual(
      ['“甲”', '「乙」', '『丙』', '《丁》', '‘戊’'].sort(),
    );
  });

  it.each([
    ['原价1,299元，现价¥99，赚3万块，一百多块钱', 'money', ['1,299元', '99', '3万块', '一百多块钱']],
    [
      '七天见效，半个月、3个疗程、十几分钟，3到5天',
      'duration',
      ['七天', '半个月', '3个疗程', '十几分钟', '3到5天'],
    ],
    ['瘦10斤，二十公斤，5kg', 'weight', ['10斤', '二十公斤', '5kg']],
    ['30%、七成、百分之八十', 'percent', ['30', '七成', '八十']],
    ['打3折，八五折', 'discount', ['3折', '八五折']],
    ['18岁，六十多岁', 'age', ['18岁', '六十多岁']],
    ['腰围小5厘米', 'length', ['5厘米']],
    ['89平，30㎡，一百二十平方米', 'area', ['89平', '30', '一百二十平方米']],
    ['销量第一，NO.1，TOP1', 'rank', ['第一', 'NO.1', 'TOP1']],
    ['始于2024年', 'year', ['2024']],
    [
      '打138 0000-1234，或一三九 零零零零 五六七八，1️⃣5️⃣0️⃣00001111',
      'phone',
      ['138 0000-1234', '一三九 零零零零 五六七八', '1️⃣5️⃣0️⃣00001111'],
    ],
  ])('reads amounts in %j', (text, kind, found) => {
    expect(numeralsIn(text, kind, chinese)).toEqual(expect.arrayContaining(found));
  });

  it.each([
    ['第一次买，第一时间发货，第一个吃螃蟹', 'rank'],
    ['第三天，2024年，11月11日', 'duration'],
    ['2024-11-11 10:00，批号 690123456789，一二三四五', 'phone'],
  ])('takes the order of things for no amount: %j', (text, kind) => {
    expect(numeralsIn(text, kind, chinese)).toEqual([]);
  });
});

describe('Indonesian taken apart', () => {
  it('parts Rp from its amount, and does not end a sentence after an abbreviation', () => {
    expect(wordsOf('Rp50.000 rp20rb', indonesian)).toEqual(['rp', '50.000', 'rp', '20', 'rb']);
    expect(sentencesOf('Harga Rp. 50.000 di Jl. Mawar No. 5 ya. Murah', indonesian)).toHaveLength(2);
  });

  it.each([
    [
      'Rp50.000, 75rb, 1,5 jt, dua ratus ribu, 100 ribu rupiah',
      'money',
      ['50.000', '75rb', '1,5 jt', 'dua ratus ribu', '100 ribu rupiah'],
    ],
    [
      'dalam 7 hari, sebulan, dua minggu, 3x pemakaian',
      'duration',
      ['7 hari', 'sebulan', 'dua minggu', '3x'],
    ],
    ['turun 5 kg, sekilo', 'weight', ['5 kg', 'sekilo']],
    ['50 persen dan 70%', 'percent', ['50 persen', '70']],
    [
      'wa 0812 3456 7890 atau nol delapan satu dua tiga empat lima enam tujuh delapan',
      'phone',
      ['0812 3456 7890', 'nol delapan satu dua tiga empat lima enam tujuh delapan'],
    ],
    [
      'wa O812E456789O, 08l2-3456-7890 atau 0812tigaempat567890',
      'phone',
      ['O812E456789O', '08l2-3456-7890', '0812tigaempat567890'],
    ],
    [
      'BPOM NA18210100123, halal ID32110000123450122',
      'registration',
      ['NA18210100123', 'ID32110000123450122'],
    ],
    ['nomor 1, no. satu, peringkat satu', 'rank', ['nomor 1', 'no. satu', 'peringkat satu']],
  ])('reads amounts in %j', (text, kind, found) => {
    expect(numeralsIn(text, kind, indonesian)).toEqual(expect.arrayContaining(found));
  });
});

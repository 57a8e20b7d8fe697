const numeral = '[一二三四五六七八九十百零〇\\d]+';
const item = `第?（${numeral}）项`;
const paragraph = `第${numeral}款`;
const article = `第${numeral}条(?:之${numeral})?(?:${paragraph})?(?:${item}(?:、${item})*)?`;
const cited = new RegExp(`(《[^《》]{1,60}》)((?:[、和]?${article})*)`, 'gu');
const articles = new RegExp(article, 'gu');

/** The citations of a finding's `legalRef`, which joins them with `；`. */
export const citationsOf = (legalRef: string): readonly string[] =>
  legalRef
    .split('；')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The laws and articles that a sentence names: `《广告法》第四条` and `《广告法》第二十八条` of `《广告法》第四条、第二十八条`. */
export const citationsIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(cited)].flatMap(([, law = '', tail = '']) => {
    const named = [...tail.matchAll(articles)].map(([one]) => `${law}${one}`);
    return named.length > 0 ? named : [law];
  });

/** One citation under its full and its short name. */
export const sameCitation = (citation: string): string =>
  citation.replaceAll('中华人民共和国', '').replace(/\s+/gu, '');

const digits = '零一二三四五六七八九';

/** `二十八` is 28; up to 999. */
function numberOf(numerals: string): number {
  if (/^\d+$/.test(numerals)) return Number(numerals);
  let [total, open] = [0, 0];
  for (const sign of numerals.replaceAll('〇', '零')) {
    if (sign === '百') [total, open] = [total + (open || 1) * 100, 0];
    else if (sign === '十') [total, open] = [total + (open || 1) * 10, 0];
    else open = Math.max(0, digits.indexOf(sign));
  }
  return total + open;
}

/** Laws first, then other documents, then rules without a name; each by name and article. */
export function byCitation(a: string, b: string): number {
  const [one, other] = [sortKeyOf(a), sortKeyOf(b)];
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  for (const [place, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.numbers.length - other.numbers.length || (a < b ? -1 : Number(a > b));
}

function sortKeyOf(citation: string) {
  const plain = sameCitation(citation);
  const name = /^《[^》]*》/u.exec(plain)?.[0] ?? '';
  const numbers = [...plain.slice(name.length).matchAll(new RegExp(numeral, 'gu'))].map(([found]) =>
    numberOf(found),
  );
  const rank = name === '' ? 2 : Number(!/(?<!办)法》$/u.test(name));
  return { rank, name: name || plain, numbers };
}

/** Words that stand in almost every sentence of a language, and rarely in others. */
const commonWords: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['us', new Set('the and of to is for with you your this that from are it in on or can be not'.split(' '))],
  [
    'id',
    new Set(
      'yang dan untuk dengan ini itu dari pada adalah dapat tidak akan anda atau di ke oleh dalam sebagai bisa jika kami'.split(
        ' ',
      ),
    ),
  ],
]);

/** Simplified characters that traditional writing lacks, and the reverse. */
const simplified = /[这个们为时会对说国发现产实经应开关还进过动与从务报无]/gu;
const traditional = /[這個們為時會對說國發現產實經應開關還進過動與從務報無]/gu;

/**
 * Tells for which site a text is written, by its language: Chinese in simplified characters, Indonesian or English.
 * @returns null for any other language, and for text without sentences
 */
export function guessSite(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0 || /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return null;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han / letters > 0.35)
    return (text.match(traditional)?.length ?? 0) > (text.match(simplified)?.length ?? 0) ? null : 'main';
  if (han > 0) return null;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = [...commonWords].map(([site, common]) => ({
    site,
    words: words.filter((word) => common.has(word)),
  }));
  const [best] = known.sort((a, b) => b.words.length - a.words.length);
  // One such word may stand in any language: `ke` is Czech as well.
  return best && new Set(best.words).size >= 2 && best.words.length / words.length >= 0.08 ? best.site : null;
}

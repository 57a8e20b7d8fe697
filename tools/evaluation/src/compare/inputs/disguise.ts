import type { Random } from '../random.ts';

const leet: Readonly<Record<string, string>> = {
  a: '4',
  b: '8',
  e: '3',
  g: '9',
  i: '1',
  l: '1',
  o: '0',
  s: '5',
  t: '7',
};
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'ο',
  p: 'р',
  x: 'х',
  y: 'у',
};
/** Traditional characters of advertising copy, each behind its simplified one. */
const traditional = pairsOf(
  '万萬与與专專业業东東丽麗义義乐樂买買乱亂争爭亏虧产產亲親亿億价價伤傷体體余餘侣侶侠俠俩倆债債值値优優会會传傳储儲儿兒' +
    '减減凤鳳凭憑创創别別办辦劳勞势勢华華协協单單卖賣卫衛厂廠历歷压壓厨廚发發变變号號叶葉后後听聽员員响響团團园園国國图圖' +
    '圆圓圣聖场場坏壞块塊坚堅处處备備复復够夠头頭奖獎妇婦学學宝寶实實审審宽寬对對导導将將尔爾尘塵层層属屬币幣师師带帶帮幫',
);
const zeroWidth = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'];
const separators = [' ', '  ', '.', '-', '_', '*', '/', '|', '·', '~', '\n', '、', '🔥', '✨'];
const marks = ['\u0301', '\u0308', '\u0336', '\u20e3'];

/** Rewrites a word as people do so that it is not found: one way for the whole word, in some or all of its characters. */
export function disguise(word: string, random: Random): string {
  const way = random.pick(ways);
  const share = random.pick([0.3, 0.6, 1]);
  return way([...word], (character, changed) => (random.chance(share) ? changed : character), random);
}

type Choose = (character: string, changed: string) => string;
type Way = (characters: readonly string[], choose: Choose, random: Random) => string;

const ways: readonly Way[] = [
  replacing((one) => leet[one.toLowerCase()]),
  replacing((one) => lookalikes[one]),
  replacing((one) => traditional.get(one)),
  replacing((one) => (/[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : undefined)),
  replacing((one) => one.toUpperCase()),
  replacing((one) =>
    /[a-z]/.test(one) ? String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97) : undefined,
  ),
  replacing((one) => one.repeat(3)),
  (characters, choose, random) =>
    characters.map((one) => choose(one, `${one}${random.pick(marks)}`)).join(''),
  (characters, choose, random) => between(characters, choose, random.pick(zeroWidth)),
  (characters, choose, random) => between(characters, choose, random.pick(separators)),
];

function replacing(of: (character: string) => string | undefined): Way {
  return (characters, choose) => characters.map((one) => choose(one, of(one) ?? one)).join('');
}

function between(characters: readonly string[], choose: Choose, separator: string): string {
  return characters.map((one, at) => (at === 0 ? one : choose(one, `${separator}${one}`))).join('');
}

function pairsOf(written: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at < written.length; at += 2) pairs.set(written[at] ?? '', written[at + 1] ?? '');
  return pairs;
}

import type { Fold } from './types.ts';

/** An expected match: the piece of the text that matches a term, and the folds it needs. */
export interface Hit {
  readonly term: string;
  readonly at: string;
  readonly folds: readonly Fold[];
}

export interface Row {
  readonly name: string;
  readonly terms: readonly string[];
  readonly text: string;
  readonly hits: readonly Hit[];
}

const row = (name: string, terms: readonly string[], text: string, ...hits: (string | Hit)[]): Row => ({
  name,
  terms,
  text,
  hits: hits.map((hit) => (typeof hit === 'string' ? { term: hit, at: hit, folds: [] } : hit)),
});
const hit = (term: string, at: string, ...folds: Fold[]): Hit => ({ term, at, folds });

export const AS_WRITTEN: readonly Row[] = [
  row('a word', ['cure'], 'a cure for all', 'cure'),
  row('overlapping terms all count', ['side effects', 'effects'], 'side effects', 'side effects', 'effects'),
  row('a term that is the start of another', ['free', 'free trial'], 'free trial', 'free', 'free trial'),
  row('a quantity', ['10 days'], 'in 10 days', '10 days'),
  row('digits with a slash', ['24/7'], 'open 24/7!', '24/7'),
  row('money', ['$5'], 'only $5 or 5$', '$5'),
  row('a vitamin', ['B12'], 'vitamin B12', 'B12'),
  row('a percentage', ['100%'], '100% sure, 100 others', '100%'),
  row('an age limit', ['18+'], 'for 18+ only, 18 or older', '18+'),
  row('a rank', ['#1'], 'the #1 choice, choice 1', '#1'),
  row('an abbreviation, its last dot left out', ['U.S.'], 'made in the U.S. by us', hit('U.S.', 'U.S')),
  row('two initials', ['R&D'], 'our R&D, or D', 'R&D'),
  row('a pictogram', ['🔞'], 'only 🔞 here', '🔞'),
  row('letters of one class', ['ill'], 'ill will, lil ill', 'ill', 'ill'),
  row('Chinese inside a sentence', ['最好', '第一'], '我们的最好，全国第一名', '最好', '第一'),
  row('a single character, twice in a row', ['哈'], '哈哈笑', '哈', '哈'),
  row('characters written twice', ['最好'], '最最好好', '最好'),
  row('a mark on the last character', ['最好'], '最好\u0301', hit('最好', '最好\u0301')),
  row('Chinese that repeats a character', ['第一'], '第一一家', '第一'),
  row('Latin beside Chinese', ['iPhone'], '买iPhone手机', 'iPhone'),
  row('an astral character', ['𠀀𠀁'], '有𠀀𠀁字', '𠀀𠀁'),
  row('Cyrillic in Cyrillic', ['лекарство'], 'новое лекарство тут', 'лекарство'),
];

export const SPELLED_DIFFERENTLY: readonly Row[] = [
  row('several spaces', ['side effects'], 'side   effects', hit('side effects', 'side   effects')),
  row('a line break', ['side effects'], 'side\n  effects', hit('side effects', 'side\n  effects')),
  row('a hyphen for the space', ['side effects'], 'side-effects', hit('side effects', 'side-effects')),
  row('a space for the hyphen', ['non-toxic'], 'non toxic', hit('non-toxic', 'non toxic')),
  row('neither', ['non-toxic'], 'nontoxic', hit('non-toxic', 'nontoxic')),
  row('a curly apostrophe', ['don’t', "won't"], "don't won’t", hit('don’t', "don't"), hit("won't", 'won’t')),
  row('a hyphen in B-12', ['B12'], 'vitamin B-12', hit('B12', 'B-12')),
  row('a space before the percent sign', ['100%'], '100 %', hit('100%', '100 %')),
  row('spaces around Latin in Chinese', ['第1名'], '第 1 名', hit('第1名', '第 1 名')),
];

export const DISGUISED: readonly Row[] = [
  row('case', ['fda', 'FDA'], 'FDA', hit('fda', 'FDA', 'case'), 'FDA'),
  row('full width', ['fda'], 'ｆｄａ', hit('fda', 'ｆｄａ', 'width')),
  row('mathematical letters', ['cure'], '𝐜𝐮𝐫𝐞!', hit('cure', '𝐜𝐮𝐫𝐞', 'compatibility')),
  row('squared letters', ['cure'], '🅲🆄🆁🅴', hit('cure', '🅲🆄🆁🅴', 'compatibility')),
  row('one unit for two letters', ['kg'], '5㎏', hit('kg', '㎏', 'compatibility')),
  row('zero width', ['reverses'], 'rever\u200bses', hit('reverses', 'rever\u200bses', 'zero-width')),
  row('soft hyphen', ['sleep'], 'sl\u00adeep', hit('sleep', 'sl\u00adeep', 'zero-width')),
  row('marks', ['cure'], 'cu\u0301re\u0302s cüre', hit('cure', 'cüre', 'combining')),
  row('a mark on the last letter is inside', ['cure'], 'cure\u0301', hit('cure', 'cure\u0301')),
  row('Cyrillic letters', ['cancer'], 'саncеr', hit('cancer', 'саncеr', 'homoglyph')),
  row('a Ukrainian letter', ['cures'], 'curєs', hit('cures', 'curєs', 'homoglyph')),
  row('Greek letters', ['cancer'], 'cαncεr', hit('cancer', 'cαncεr', 'homoglyph')),
  row('capital I for l', ['cialis'], 'ciaIis', hit('cialis', 'ciaIis', 'homoglyph')),
  row(
    'leet',
    ['eczema', 'moringa'],
    'ecz3m@ m0ringa',
    hit('eczema', 'ecz3m@', 'leet'),
    hit('moringa', 'm0ringa', 'leet'),
  ),
  row('4 for for', ['forever'], '4ever', hit('forever', '4ever', 'leet')),
  row('dollar for s', ['sale', 'ass'], '$ale a$$', hit('sale', '$ale', 'leet'), hit('ass', 'a$$', 'leet')),
  row(
    '1 for l and i',
    ['pill', 'stick'],
    'pi1l st1ck',
    hit('pill', 'pi1l', 'leet'),
    hit('stick', 'st1ck', 'leet'),
  ),
  row('spaced letters', ['ends'], 'e n d s', hit('ends', 'e n d s', 'separator')),
  row(
    'a spaced phrase',
    ['ends angina'],
    'e n d s   a n g i n a',
    hit('ends angina', 'e n d s   a n g i n a', 'separator'),
  ),
  row('dotted letters', ['cure'], 'c.u.r.e', hit('cure', 'c.u.r.e', 'separator')),
  row('starred letters', ['mends'], 'm*e*n*d*s', hit('mends', 'm*e*n*d*s', 'separator')),
  row('dots and leet', ['copd'], 'c.0.p.d', hit('copd', 'c.0.p.d', 'leet', 'separator')),
  row('hyphens and leet', ['sedan'], 's-e-d-4-n', hit('sedan', 's-e-d-4-n', 'leet', 'separator')),
  row('a hyphen in a word', ['reverses'], 're-verses', hit('reverses', 're-verses', 'separator')),
  row('a dash in a word', ['paleo'], 'pa–leo', hit('paleo', 'pa–leo', 'separator')),
  row('emoji between letters', ['cure'], 'c🔥u🔥r🔥e', hit('cure', 'c🔥u🔥r🔥e', 'separator')),
  row(
    'a word half spaced',
    ['levothyroxine'],
    'l e v o thyroxine',
    hit('levothyroxine', 'l e v o thyroxine', 'separator'),
  ),
  row('spaced digits', ['28 lbs'], '2 8 l b s', hit('28 lbs', '2 8 l b s', 'separator')),
  row(
    'a hashtag in camel case',
    ['weight loss'],
    '#weightLoss',
    hit('weight loss', 'weightLoss', 'case', 'separator'),
  ),
  row(
    'scare quotes',
    ['clinically proven'],
    '"clinically" proven',
    hit('clinically proven', 'clinically" proven', 'separator'),
  ),
  row('repeats', ['free'], 'freeeee', hit('free', 'freeeee', 'repeat')),
  row('repeats inside', ['cure'], 'cuuuure', hit('cure', 'cuuuure', 'repeat')),
  row('repeats at the start', ['sale'], 'sssale', hit('sale', 'sssale', 'repeat')),
  row('traditional characters', ['最优惠'], '最優惠', hit('最优惠', '最優惠', 'traditional')),
  row(
    'separated Chinese',
    ['第一'],
    '第*一 第 一 第🔥一',
    hit('第一', '第*一', 'separator'),
    hit('第一', '第 一', 'separator'),
    hit('第一', '第🔥一', 'separator'),
  ),
  row(
    'all at once',
    ['cancer'],
    'Ｃ.@.ñ.с.3.r',
    hit('cancer', 'Ｃ.@.ñ.с.3.r', 'case', 'width', 'combining', 'homoglyph', 'leet', 'separator'),
  ),
];

export const INNOCENT: readonly Row[] = [
  row('two words are not one', ['therapist'], 'the rapist'),
  row('one word is not two', ['the rapist'], 'therapist'),
  row('inside a word', ['minis', 'cp'], 'administrators, cpm'),
  row('69 in 695', ['69'], '695 or 1,690.69'),
  row('500 in 1,500', ['500'], '1,500 and 500.5'),
  row('numbers with units', ['sos', 'loam', 'biz'], '50s, 10am, B12'),
  row('an ordinary double letter', ['hoping', 'god'], 'hopping is good'),
  row('a row of letters that goes on', ['cure'], 's e c u r e, c u r e d'),
  row('the end of a sentence', ['side effects'], 'this side. Effects vary'),
  row('a list', ['side effects'], 'side, effects\n• side\n• effects'),
  row('a clause after a dash', ['side effects'], 'side - effects'),
  row('an apostrophe', ['well', 'were'], "we'll, we're"),
  row('two letters spaced', ['ab'], 'vitamins a b c'),
  row('Chinese across a comma', ['低好'], '价格最低，好评'),
  row('a Russian word', ['poca', 'mope'], 'роза и море'),
  row('part of a unit', ['g'], '5㎏'),
  row('hidden letters do not make a boundary', ['cure'], 'cure\u200bd'),
  row('another number', ['100'], '1000'),
  row('a quantity is not a preposition', ['for kids'], '4 kids'),
];

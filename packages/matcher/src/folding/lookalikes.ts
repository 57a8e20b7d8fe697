/**
 * Letters of other alphabets that are read as Latin ones, as pairs. The choice follows the confusables of
 * Unicode Technical Standard 39 where they concern Latin letters, and adds the Cyrillic letters that are used
 * for their looks alone (п for n, я for r). Applied after lower-casing.
 */
const LOOKALIKE_PAIRS =
  'аaвbсcєeԁdеeѐeԑeғfһhнhіiјjкkӏlмmпnиnоoрpԛqгrяrѕsтtуyүyѵvшwщwԝwхxьbъbзz' + // Cyrillic
  'αaβbεeζzηnιiκkνvοoρpτtυuχxωwγyμu' + // Greek, small letters
  'օoսuցgհhոnյjքp' + // Armenian
  'ıiɑaɡgɩiƒfᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz℮e'; // Latin variants, small capitals

/** Capitals that look like another letter than their small form does, or that have none. */
const CAPITAL_PAIRS = 'ΗHΜMΝNΥYᎠDᎡRᎢTᎥIᎪAᎫJᎬEᎳWᎷMᎻHᏀGᏃZᏒRᏚSᏙVᏞLᏟCᏢPᏦKᏴB';

/** Letters whose stroke or ligature has no canonical decomposition. */
const STROKE_PAIRS = 'øođdłlħhŧtƀbɨiʉuɍrɏyⱥaȼcɇeɉj';

/** Lookalikes that cannot be told from the Latin letter in most typefaces. */
const PERFECT = new Set('асԁеһіјоԛрѕԝхуӏονα');

/** The letters that a digit or sign can stand for; with two letters, either. */
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '!': 'il',
  '|': 'il',
};

/** Signs that stand for one letter when they touch letters. */
const LEET_SIGN_PAIRS = '@a$s€e¢c¥y';

export const LOOKALIKES = pairs(LOOKALIKE_PAIRS);
export const CAPITAL_LOOKALIKES = pairs(CAPITAL_PAIRS);
export const STROKES = pairs(STROKE_PAIRS);
export const LEET_SIGNS = pairs(LEET_SIGN_PAIRS);

/** Returns whether the unit, of another alphabet, looks exactly like the Latin letter it stands for. */
export const isPerfectLookalike = (unit: number): boolean =>
  PERFECT.has(String.fromCharCode(unit).toLowerCase());

/** Returns whether the digit or sign `shown` can stand for the letter `meant`; both are units. */
export function standsFor(shown: number, meant: number): boolean {
  return LEET_LETTERS[String.fromCharCode(shown)]?.includes(String.fromCharCode(meant)) ?? false;
}

/** The letter whose class a digit or sign shares in the automaton. */
export const leetLetter = (character: string): string | undefined => LEET_LETTERS[character]?.[0];

function pairs(joined: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (let i = 0; i + 1 < joined.length; i += 2) map.set(joined[i] ?? '', joined[i + 1] ?? '');
  return map;
}

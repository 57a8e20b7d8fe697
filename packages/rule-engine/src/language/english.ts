import { inflectNoun, inflectVerb, stemOf, verbForms } from './english-inflection.ts';
import { digitMap, type Language, unitMap, wordSet } from './language.ts';

export const english: Language = {
  inflection: { verbForms, verb: inflectVerb, noun: inflectNoun, stem: stemOf },
  numerals: {
    words: wordSet(
      `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
      eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion grand dozen
      half couple hundreds thousands millions dozens few`,
    ),
    wordsMax: 6,
    joiner: 'and',
    multipliers: wordSet('k m hundred thousand million billion grand mil'),
    rangeWords: new Set(),
    articles: wordSet('a an one single'),
    qualifiers: wordSet('dress pant jean jeans pants short straight full more calendar business'),
    qualifiersMax: 1,
    units: unitMap({
      money: 'dollars dollar bucks buck usd grand cents',
      percent: 'percent pct',
      duration: `second sec minute min hour hr day night week wk weekend month mo year yr decade session use morning
        seconds secs minutes mins hours hrs days nights weeks wks weekends months mos years yrs decades sessions uses
        mornings`,
      weight: 'lb lbs pound pounds kg kgs kilo kilos stone ounce ounces oz',
      length: 'inch inches in cm centimeter centimeters size sizes',
    }),
    unitWordsMax: 1,
    wholes: unitMap({ money: 'grand' }),
    digitWords: digitMap('zero/oh/o one two three four five six seven eight nine'),
    phone: /^1?[2-9]\d{2}[2-9]\d{6}$/,
    moneyBefore: /[$€£]\s?$/,
    percentBefore: null,
    ordinalBefore: new Set(),
    yearUnit: null,
    ones: wordSet('1 one'),
    rankBefore: wordSet('number no'),
    noRankBefore: new Set(),
  },
  sentences: {
    abbreviations: wordSet('dr mr mrs ms vs approx st prof e i u'),
    abbreviationsBeforeNumber: wordSet('no reg vol fig art'),
    neverLast: wordSet(
      'a an the of and or to for with in on at by from your our their its is are was were that as than into',
    ),
    listMark: /、/,
    commaMark: /[,，/&+]/,
  },
  denial: {
    reachMax: 24,
    briefReachMax: 4,
    prefixes: wordSet('non anti'),
    itemWordsMax: 2,
    colonReachMax: 3,
    crossesComma: true,
    colonLead:
      /\b(?:do|does|say|claim|promise|tell|sell|stock|carry|ship|find|read|see|hear|print|write|call it|use|make|offer|list|contain|include|mean|allowed|permitted|this|these|following|things|words)$/i,
    isFiniteVerb: (word) => /[^s]s$/.test(word) && !/(?:us|is)$/.test(word),
  },
  textWordsMin: 20,
  reported: { sentenceMax: 140, clauseMin: 20 },
  enclitic: /'s$/,
  sounds: null,
  gapMax: 12,
  sloganWordsMax: 14,
  citation: { article: ', ', reference: '; ' },
  connectives: {
    spaced: true,
    coordinator: /^(?:and|or|but|plus|yet|then|&)\s+/i,
    dependent:
      /^(?:which|that|who|whose|where|so|because|since|thanks to|while|making|giving|leaving|helping|so that|as|even|with|without|for|from|in|to|until|unless)\b/i,
    leading:
      /^(?:if|when|while|although|though|because|since|unless|once|as|whether|before|after|until|with|without|for|in|thanks to|by|made|designed|formulated|\p{L}+ing)\b/iu,
    awaiting: null,
    subject:
      /^(?:it|they|we|you|he|she|i|this|that|these|those|our|the|my|your|each|every|all|there|its|it's|we're|you'll|they're|i'm)\b/i,
    finite:
      /\b(?:is|are|was|were|am|has|have|had|does|do|did|can|will|comes?|ships?|weighs?|holds?|fits?|makes?|made|uses?|used|smells?|tastes?|feels?|looks?|keeps?|gives?|gets?|got|goes|works?|contains?|includes?|needs?|wants?|likes?|loves?|dries|washe?s?|stays?|sits?|runs?|takes?|took|leaves?|arrives?|opens?|closes?|roasts?|roasted|blends?|sews?|sewed|bakes?|baked|wears?|wore|bought|tried|started|found|thought|said|says|it's|they're|we're|i'm|you're|i've|we've|won't|don't|doesn't|isn't|can't)\b/i,
    relative:
      /(?<!\b(?:so|say|says|said|know|think|believe|sure|is|was|now|promise|guarantee))\s+(?:that|which|who)\s+(?:\p{L}+\s+)?$/iu,
    sameForm: (verb, other) =>
      /[^siu]s$/i.test(verb)
        ? /[^siu]s$/i.test(other)
        : /^(?:keep|make|leave|feel|look|get|give|smell|taste|support|help|add|bring|stay|come|fit|hold|last|wash|dry)$/i.test(
            other,
          ),
    pronoun:
      /^(?:it|its|it['’](?:s|ll)|otherwise|no wonder|for that|after that|because of (?:this|that)|they|they['’](?:re|ll)|their|he|she|both|either|neither|(?:this|that|these|those)(?:['’]s|['’]ll|(?= (?:is|are|was|were|will|can|may|has|have|does|do|makes?|means?|gives?|helps?|keeps?|works?|ones?)\b)))(?!\p{L})/iu,
    governing: null,
    opening:
      /^(?:but|and|so|also|plus|however|therefore|besides|moreover|furthermore|in addition|additionally|that's why|even better|best of all|on top of that|as a result|then|yet)\b,?\s+/i,
    filler:
      /\b(?:hi|hello|hey|welcome|dear|thanks?|thank you|friends?|everyone|guys|folks|(?:order|shop|buy|call|click|try|grab|get|check out|learn|read|dm|message|contact|add|join|book|sign up|subscribe|follow|visit|save)(?: (?:yours?|now|today|here|us|me|it|more|one|them|this|to|the|cart|bag|link|in|bio|below|up|for|details|our|site|website|soon))*|link in bio|free shipping|ships? (?:free|today|fast)|on sale|sale|limited time|don't miss (?:it|out)|today|now|only|just|per|each|off|usd|dollars?|price[sd]?|money|back|guarantee|you won't regret it|trust me|see|label|details?|so|and|or|the|a|an|of|for|in|to|at|by|with|on|is|it|we|you|your|our|this|that|i|me|my|oz|ml|g|kg|lb|lbs|ct|pcs?|pack|count|mg|cm|in|inch|inches)\b/gi,
    mend: (before, after) =>
      before.replace(/(^|[\s("“])(a|an)(\s+)$/i, (_, lead: string, article: string, space: string) => {
        const vowel = /^(?:[aeio]|u(?!ni|se|su|ti)|hour|honest|heir)/i.test(after);
        const word = vowel ? 'an' : 'a';
        return `${lead}${article[0] === 'A' ? `A${word.slice(1)}` : word}${space}`;
      }),
  },
};

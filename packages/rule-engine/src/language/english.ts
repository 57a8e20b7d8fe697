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
    coordinator: /^(?:and|or|but|plus|yet|then|while)\b/i,
    opener:
      /^(?:in|within|for|with|without|from|by|after|on|at|to|than|of|into|over|under|per|until|before|during|through|thanks|so|because|that|which|who|while|as|like|until|where|whether|no matter|even)\b/i,
    relative: /^(?:which|that|who|whose|where)\b/i,
    condition:
      /^(?:if|when|while|although|though|because|since|unless|once|as|whether|before|after|until)\b/i,
    hanging:
      /(?:^|[\s(“"])(?:and|or|but|plus|so|the|a|an|to|of|for|with|in|on|at|by|from|that|which|who|will|can|may|is|are|was|were|be|been|it|your|our|my|their|its|this|these|has|have|had|not|no|than|as|very|more|most|does|do|did|would|could|should|i|we|they|you|he|she|i'm|it's|it'll|i've|because|if|when|while|just|also|even|\p{L}+['’](?:ll|d|ve|re))$/iu,
    deadline: {
      behind:
        /^(?:in|within|after|by) (?:just |only |under |less than |as little as )?(?:\d|an? (?:hour|day|night|week|month)|one|two|three|four|five|six|seven|ten)/i,
    },
    attribute:
      /^(?:[\d$£€]|(?:size|sizes|pack|set|pair|box|bag|bottle|jar|tin|color|colour|scent|flavor|flavour|for|with|in|by|from|ships?|unisex)\b)/i,
    modifierEnd: null,
    helpers: null,
    particles: null,
    passive: /^(?:be|is|are|was|were|been|being|get|gets|got|isn't|aren't)$/i,
    predicateEnd: /^(?:with|while|plus|but|made|from|at|which|that|who|thanks|because)\b/i,
    goesOn: (word, verb) =>
      /ing$/.test(verb)
        ? /ing$/.test(word)
        : /ed$/.test(verb)
          ? /ed$/.test(word)
          : /[^s]s$/.test(verb)
            ? /[^siu]s$/.test(word)
            : /^(?:keep|make|leave|feel|look|get|give|smell|taste|support|help|add|bring|stay|come)$/.test(
                word,
              ),
    beforeNoun:
      /^(?:the|a|an|my|your|our|their|his|her|its|of|on|with|for|these|those|this|from|in|by|at|no|some|any|every|each)$/i,
    mend: (before, after) =>
      before.replace(/(^|[\s("“])(a|an)(\s+)$/i, (_, lead: string, article: string, space: string) => {
        const vowel = /^(?:[aeio]|u(?!ni|se|su|ti)|hour|honest|heir)/i.test(after);
        const word = vowel ? 'an' : 'a';
        return `${lead}${article[0] === 'A' ? `A${word.slice(1)}` : word}${space}`;
      }),
  },
};

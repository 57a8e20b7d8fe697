import { inflectNoun, inflectVerb, stemOf, verbForms } from './indonesian-inflection.ts';
import { digitMap, type Language, unitMap, wordSet } from './language.ts';

export const indonesian: Language = {
  inflection: { verbForms, verb: inflectVerb, noun: inflectNoun, stem: stemOf },
  numerals: {
    words: wordSet(
      `nol satu dua tiga empat lima enam tujuh delapan lapan sembilan sepuluh sebelas belas puluh seratus ratus seribu ribu
      sejuta juta miliar milyar triliun setengah puluhan ratusan ribuan jutaan belasan miliaran beberapa goceng ceban
      gocap cepek gopek`,
    ),
    wordsMax: 8,
    joiner: null,
    multipliers: wordSet(
      'k rb rbu ribu jt jtan juta m miliar milyar triliun t puluh ratus perak rban ribuan jutaan',
    ),
    rangeWords: wordSet('sampai sampe hingga sd'),
    articles: new Set(),
    qualifiers: wordSet('an lebih kurang'),
    qualifiersMax: 1,
    units: unitMap({
      money: 'rupiah perak ribuan dolar usd idr',
      percent: 'persen pct prosen',
      duration: `detik dtk menit mnt jam hari hr malam pagi minggu mgg pekan bulan bln tahun thn th dekade abad kali x
        pemakaian pakai harian mingguan bulanan`,
      weight: 'kg kgs kilo kilogram kilos kiloan ons',
      length: 'cm senti sentimeter centimeter meter mm inci inch ukuran',
      age: 'tahunan',
      area: 'm2 hektar hektare are',
    }),
    unitWordsMax: 1,
    wholes: unitMap({
      duration: `seminggu sebulan sehari setahun sejam semalam semenit sedetik sepekan sedekade semalaman seharian
        sekali sekejap`,
      weight: 'sekilo sekilogram',
      money: 'ribu rb rbu jt jtan juta k perak miliar milyar seribu sejuta goceng ceban gocap cepek gopek',
    }),
    digitWords: digitMap(
      'nol/kosong satu/siji dua tiga empat/pat lima/ma enam/nam tujuh/juh delapan/lapan/pan sembilan/bilan',
    ),
    phone: /^(?:0|62)8\d{8,11}$/,
    moneyBefore: /(?:[$€£]|\b(?:rp|idr|usd)\.?)\s?$/i,
    percentBefore: null,
    ordinalBefore: wordSet('ke'),
    yearUnit: null,
    ones: wordSet('1 satu wahid'),
    rankBefore: wordSet('nomor nomer no peringkat ranking rank number urutan'),
    noRankBefore: new Set(),
  },
  sentences: {
    abbreviations: wordSet(
      'dr drs dra drg prof bpk ibu jl jln yg dgn utk tdk dll dsb dst tsb spt a n u b s h st',
    ),
    abbreviationsBeforeNumber: wordSet('no nmr hal psl ps vol rp tlp telp hp wa reg kel gg min maks max'),
    listMark: /、/,
    commaMark: /[,，/&+]/,
  },
  denial: {
    reachMax: 24,
    briefReachMax: 3,
    prefixes: wordSet('non anti nir'),
    itemWordsMax: 2,
    colonReachMax: 3,
    crossesComma: true,
    colonLead:
      /\b(?:bilang|klaim|mengklaim|menjanjikan|janji|menjual|jual|melakukan|bisa|boleh|dapat|mengatakan|menulis|pakai|ini|berikut|kata|kalimat|termasuk|menyebut)$/i,
    isFiniteVerb: () => false,
  },
  textWordsMin: 20,
  reported: { sentenceMax: 140, clauseMin: 20 },
  enclitic: null,
  sounds: null,
  gapMax: 12,
  sloganWordsMax: 14,
  citation: { article: ', ', reference: '; ' },
  connectives: {
    spaced: true,
    coordinator: /^(?:dan|atau|tapi|tetapi|namun|serta|lalu|plus|sekaligus|juga)\b/i,
    opener:
      /^(?:dalam|tanpa|untuk|buat|dengan|dgn|dari|sejak|karena|sehingga|agar|supaya|yang|yg|hingga|sampai|pada|di|ke|oleh|bagi|selama|setelah|sebelum|biar|walau|meski|bahkan)\b/i,
    relative: /^(?:yang|yg|sehingga)\b/i,
    condition:
      /^(?:jika|kalau|kalo|bila|saat|ketika|meski|meskipun|walau|walaupun|setelah|sebelum|karena|selama|begitu)\b/i,
    hanging:
      /(?:^|\s)(?:dan|atau|tapi|tetapi|serta|yang|yg|untuk|buat|dengan|dari|di|ke|pada|dalam|tanpa|akan|bisa|dapat|mampu|ini|itu adalah|adalah|sudah|telah|sangat|paling|lebih|bukan|tidak|gak|nggak|karena|jika|kalau|saat|agar|supaya|oleh|bagi|para|juga|langsung|pasti|dijamin|terbukti|membuat|bikin|jadi|menjadi|seperti|kayak|(?:me|pe)(?:m|n|ng|ny)\p{L}+(?<!an))$/iu,
    deadline: {
      behind:
        /^(?:dalam|cuma|hanya|cukup) (?:waktu )?(?:\d|se(?:hari|minggu|bulan|malam|jam)|satu|dua|tiga|empat|lima|tujuh)/i,
    },
    attribute:
      /^(?:\d|(?:rp|isi|ukuran|size|warna|rasa|aroma|bahan|motif|pot|botol|strip|sachet|kemasan|box|dus|per|harga|hrg|bonus|cod|ready|stok|kirim|dikirim|pengiriman|bubble|segel|garansi|bisa|cek|untuk|buat|by)\b)/i,
    modifierEnd: null,
    helpers: null,
    particles: null,
    passive: null,
    predicateEnd: /^(?:dengan|dgn|yang|yg|untuk|buat|tapi|tetapi|sambil|karena|cocok|bisa|isi|dari)\b/i,
    goesOn: (word) => /^(?:me|ber|di|ter)\p{L}{3}|^(?:bikin|buat|cocok|aman|wangi|lembut|nyaman)/u.test(word),
    beforeNoun: null,
    mend: null,
  },
};

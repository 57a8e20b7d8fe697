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
      'pt cv ud dr drs dra drg prof bpk ibu jl jln yg dgn utk tdk dll dsb dst tsb spt a n u b s h st',
    ),
    abbreviationsBeforeNumber: wordSet('no nmr hal psl ps vol rp tlp telp hp wa reg kel gg min maks max'),
    neverLast: wordSet(
      'di ke dari dan atau yang untuk dengan pada oleh dalam sebagai adalah akan telah para serta bagi agar',
    ),
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
    coordinator: /^(?:dan|atau|tapi|tetapi|namun|serta|lalu|plus|sekaligus|juga|&)\s+/i,
    dependent:
      /^(?:yang|yg|sehingga|jadi|makanya|karena|agar|supaya|biar|hingga|sampai|untuk|buat|tanpa|dengan|dgn|dari|dalam|walau|walaupun|meski|meskipun|bahkan|cocok|membuat|bikin)\b/i,
    leading:
      /^(?:jika|kalau|kalo|bila|saat|ketika|meski|meskipun|walau|walaupun|setelah|sebelum|karena|selama|begitu|dengan|dgn|untuk|buat|bagi|tanpa|agar|supaya|biar|cukup|hanya|cuma|berkat)\b/i,
    awaiting: null,
    subject:
      /^(?:ini|itu|kami|kita|kamu|anda|saya|aku|dia|mereka|semua|setiap|produk|harga|harganya|bahan|bahannya|isi|kemasan|wangi\w*|tekstur\w*|rasa\w*|ukuran\w*|warna\w*|\p{L}{3,}nya)\b/iu,
    finite:
      /(?:^|\s)(?:ini|itu|adalah|ada|bisa|dapat|sudah|udah|akan|punya|cocok|tersedia|dijual|dikirim|dibuat|terbuat|berisi|isi|berat|pakai|(?:me|ber|ter|di)\p{L}{3,}|\p{L}{3,}nya)(?:\s|$|,)/iu,
    relative: /(?<!\b(?:buat|untuk|bagi|siapa|apa|adalah))\s+(?:yang|yg)\s+(?:\p{L}+\s+)?$/iu,
    sameForm: (verb, other) => /^me\p{L}{4}/iu.test(verb) && /^me\p{L}{4}/iu.test(other),
    pronoun:
      /^(?:itu|dia|mereka|keduanya|begitu(?:lah)?|inilah|itulah|ini(?= (?:bisa|akan|juga|sudah|memang|dapat|karena|berarti|membuat|yang)\b))(?!\p{L})/iu,
    governing:
      /(?:^|\s)(?:yang|yg|adalah|ialah|menjadi|jadi|sebagai|paling|lebih|dan|atau|serta|dari|untuk|dengan|sudah|itu|ini|tetap|selalu|tidak|bukan|pasti)\s+$|^(?:dengan|dgn|dari|memakai|menggunakan|memberikan|menawarkan|menyediakan|mendapat\p{L}*|dapatkan)\s+\S+\s+$/iu,
    opening:
      /^(?:selain itu|di samping itu|tapi|tetapi|namun|jadi|maka dari itu|karena itu|oleh karena itu|makanya|dan|lalu|kemudian|bahkan|apalagi|terlebih lagi|tidak hanya itu|nggak cuma itu|gak cuma itu|bukan cuma itu|juga|plus)\b,?\s+/i,
    filler:
      /(?<!\p{L})(?:hai|halo|hallo|hello|hi|permisi|kak|kakak|bun|bunda|gan|sis|bos|teman|guys|semua|semuanya|selamat (?:datang|pagi|siang|sore|malam)|terima kasih|makasih|(?:ayo|yuk|buruan|segera|langsung|silakan|silahkan)?\s*(?:order|pesan|beli|checkout|klik|hubungi|chat|cek|lihat|baca|simpan|follow|ikuti|cod)(?: (?:sekarang|ya|yuk|kak|di|sini|keranjang|kuning|link|bio|kami|aja|saja|juga|admin|wa))*|gratis ongkir|free ongkir|promo|diskon|harga|hanya|cuma|sekarang|hari ini|ready|stok|stock|rp|ribu|rb|juta|jt|per|pcs|isi|ml|gr?|gram|kg|cm|liter|sachet|box|botol|dan|atau|yang|di|ke|dari|untuk|dengan|ini|itu|ya|yuk|dong|kok|kami|kita|kamu|anda|lho|loh|nih|deh|sih|aja|saja)(?!\p{L})/giu,
    mend: null,
  },
};

/** The copy to check on a site; places are the product's own names. */
export interface SiteCopy {
  readonly place: Readonly<Record<string, string>>;
  /** Which hold violations, considered matches and nothing. */
  readonly texts: readonly string[];
  /** Stands in texts, with a replacement and without. */
  readonly words: readonly [string, string];
  /** The matches that own words have to find. */
  readonly withWords: string;
  /** Written on a picture and in a video. */
  readonly onPicture: string;
}

export const copyOf: Readonly<Record<string, SiteCopy>> = {
  us: {
    place: { platform: 'dtc_us', vertical: 'supplement' },
    texts: [
      'Soft cotton socks, six pairs, in grey.',
      'Our drops cure arthritis in three days. Order today, only 3 left!',
      'Fern drops, 30 ml, $12.50. They c u r e arthritis and smell of mint. Ask at https://fern.example',
      'These statements have not been evaluated by the FDA. This product is not intended to diagnose, treat, cure or prevent any disease.',
      'No supplement cures diabetes, and whoever says so lies. Ours tastes of lemon.',
      'The #1 doctor recommended weight loss tea: lose 20 pounds in a week, guaranteed.',
    ],
    words: ['fern', 'Mossy Brand'],
    withWords: 'Fern oil by Mossy Brand, pressed cold, in a bottle of 30 ml.',
    onPicture: 'cures arthritis\nin three days',
  },
  id: {
    place: { platform: 'marketplace_b', vertical: 'health' },
    texts: [
      'Kaus kaki katun lembut, enam pasang.',
      'Kapsul ini menyembuhkan diabetes dalam tiga hari. Dijamin 100% aman tanpa efek samping!',
      'Krim pemutih nomor satu di Indonesia, hasil permanen dalam seminggu.',
      'Produk ini bukan obat dan tidak menyembuhkan penyakit apa pun.',
      'Teh pelangsing alami, turun 10 kg dalam seminggu, garansi uang kembali.',
    ],
    words: ['katun', 'Merek Pakis'],
    withWords: 'Handuk katun dari Merek Pakis, lembut dan tebal.',
    onPicture: 'menyembuhkan diabetes\ndalam tiga hari',
  },
  main: {
    place: { platform: 'shortvideo_a', productVertical: 'creator', industryVertical: 'general' },
    texts: [
      '纯棉毛巾三条装，吸水柔软，欢迎到店选购。',
      '我家的面膜是全国最好的护肤品，三天根治湿疹。',
      '加薇信领取福利，全网最低价，错过再等一年！',
      '本品不能代替药物，不具有治疗作用。',
      '稳赚不赔的项目，保本保息，年化收益百分之三十。',
    ],
    words: ['毛巾', '苔藓牌'],
    withWords: '苔藓牌毛巾，纯棉三条装。',
    onPicture: '加微信领福利\n三天根治湿疹',
  },
};

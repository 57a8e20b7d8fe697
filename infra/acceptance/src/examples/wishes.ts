import type { Uploaded } from '../media-client.ts';
import type { SiteName } from '../world.ts';

type Body = Readonly<Record<string, unknown>>;

/** The bodies of the requests that are shown as examples, on one site. */
export interface Wishes {
  readonly text: Body;
  readonly fix: Body | undefined;
  readonly word: Body;
  readonly wordChange: Body;
  readonly words: Body;
  readonly image: (file: Uploaded) => Body;
  readonly video: (file: Uploaded, seconds: number) => Body;
  readonly batch: (files: { readonly image: Uploaded; readonly video: Uploaded }, seconds: number) => Body;
  /** The words on the picture, and in the video. */
  readonly onPicture: string;
  readonly inVideo: string;
}

const megabytes = ({ bytes }: Uploaded) => Math.max(0.01, Math.round(bytes / 1e4) / 100);

const international = (
  { explainLocale, ...place }: Readonly<Record<'platform' | 'vertical' | 'explainLocale', string>>,
  texts: {
    readonly risky: string;
    readonly harmless: string;
    readonly title: string;
    readonly campaign: string;
    readonly onPicture: string;
    readonly inVideo: string;
  },
  words: Pick<Wishes, 'word' | 'wordChange' | 'words'>,
): Wishes => ({
  ...words,
  onPicture: texts.onPicture,
  inVideo: texts.inVideo,
  text: { text: texts.risky, ...place, explainLocale },
  fix: undefined,
  image: ({ url, bytes }) => ({
    imageUrl: url,
    imageTitle: texts.title,
    imageSize: bytes,
    vertical: place.vertical,
    explainLocale,
  }),
  video: (file, seconds) => ({
    videoUrl: file.url,
    videoTitle: texts.title,
    videoSize: megabytes(file),
    videoDuration: seconds,
    ...place,
  }),
  batch: ({ image, video }, duration) => ({
    name: texts.campaign,
    ...place,
    explainLocale,
    texts: [texts.risky, texts.harmless],
    images: [{ url: image.url, name: texts.title, size: image.bytes }],
    videos: [{ url: video.url, name: texts.title, size: megabytes(video), duration }],
  }),
});

const main: Wishes = {
  onPicture: 'Tel: 138 1234 5678',
  inVideo: 'Tel: 138 1234 5678',
  text: {
    text: '这款面膜全网最好用，三天治好湿疹，加微信领取优惠。',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    productVertical: 'creator',
    sceneMode: 'content',
    autoFix: false,
  },
  fix: { strategy: 'precise', mode: 'ad' },
  word: {
    keyword: '全网最低',
    matchType: 'keyword',
    replacement: '优惠价',
    note: '品牌用语规范第 7 页',
    library: 'touliu',
    enabled: true,
  },
  wordChange: { replacement: '活动价', enabled: true },
  words: {
    library: 'general',
    items: [
      { keyword: '秒杀', replacement: '限时优惠' },
      { keyword: '友商', note: '不得提及' },
    ],
  },
  image: ({ url, bytes }) => ({
    imageUrl: url,
    imageTitle: '面膜主图',
    imageSize: bytes,
    productVertical: 'creator',
    detectTypes: ['OCR', 'AD', 'PORN'],
  }),
  video: (file, seconds) => ({
    videoUrl: file.url,
    videoTitle: '面膜口播',
    videoSize: megabytes(file),
    videoDuration: seconds,
    productVertical: 'creator',
    platform: 'shortvideo_a',
    frameTypes: ['OCR', 'AD', 'PORN'],
    audioTypes: ['AD', 'ABUSE'],
  }),
  batch: ({ image, video }, duration) => ({
    name: '面膜秋季推广',
    productVertical: 'creator',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    texts: ['这款面膜全网最好用，三天治好湿疹。', '六双装纯棉袜，吸汗透气不闷脚。'],
    images: [{ url: image.url, name: '面膜主图', size: image.bytes }],
    videos: [{ url: video.url, name: '面膜口播', size: megabytes(video), duration }],
  }),
};

/** A question about qualifications, on the main site. */
export const noticeQuestion = {
  productVertical: 'creator',
  platform: 'shortvideo_a',
  industry: 'general',
  text: '想在县城开一家面馆？品牌开放县级代理，总部包选址，扫码领取加盟手册。',
} as const;

/** Bodies of the examples of each site. */
export const wishes: Readonly<Record<SiteName, Wishes>> = {
  us: international(
    { platform: 'dtc_us', vertical: 'supplement', explainLocale: 'en-US' },
    {
      risky: 'Our drops cure arthritis in 3 days, guaranteed. FDA approved!',
      harmless: 'Six pairs of soft cotton socks in one box.',
      title: 'Drops, front',
      campaign: 'Drops, autumn campaign',
      onPicture: 'Our drops cure arthritis\nin three days',
      inVideo: 'Our drops cure arthritis\nin three days',
    },
    {
      word: {
        keyword: 'miracle cure',
        matchType: 'phrase',
        replacement: 'remedy',
        note: 'House style, page 7',
      },
      wordChange: { replacement: 'treatment', enabled: true },
      words: {
        items: [
          { keyword: 'all-natural', replacement: 'plant-based' },
          { keyword: 'OtherBrand', note: 'Never name them' },
        ],
      },
    },
  ),
  id: international(
    { platform: 'marketplace_b', vertical: 'health', explainLocale: 'id-ID' },
    {
      risky: 'Kapsul ini menyembuhkan diabetes dalam tiga hari, dijamin 100%.',
      harmless: 'Kaus kaki katun lembut, enam pasang dalam satu kotak.',
      title: 'Kapsul, tampak depan',
      campaign: 'Kapsul, kampanye musim hujan',
      onPicture: 'Kapsul menyembuhkan diabetes\ndalam tiga hari',
      inVideo: 'Kapsul menyembuhkan diabetes\ndalam tiga hari',
    },
    {
      word: {
        keyword: 'obat ajaib',
        matchType: 'phrase',
        replacement: 'ramuan',
        note: 'Panduan merek, hal. 7',
      },
      wordChange: { replacement: 'suplemen', enabled: true },
      words: {
        items: [
          { keyword: 'paling ampuh', replacement: 'berkhasiat' },
          { keyword: 'MerekLain', note: 'Jangan disebut' },
        ],
      },
    },
  ),
  main,
};

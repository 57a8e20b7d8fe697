import type { InternationalSite, internationalContract, mainContract, Site } from '@redline/contracts';

type RouteName = keyof ReturnType<typeof internationalContract>;

/** Example bodies of an international site, by the name of their route. */
const international: { readonly [K in RouteName]?: (site: InternationalSite) => unknown } = {
  createTextCheck: ({ platforms, verticals, locales }) => ({
    text: 'Our drops cure arthritis in 3 days, guaranteed. FDA approved!',
    platform: platforms[0],
    vertical: verticals.at(-1),
    explainLocale: locales.at(-1),
  }),
  createCustomRule: () => ({
    keyword: 'miracle cure',
    matchType: 'phrase',
    replacement: 'remedy',
    note: 'House style, page 7',
  }),
  updateCustomRule: () => ({ replacement: 'treatment', enabled: true }),
  importCustomRules: () => ({
    items: [
      { keyword: 'all-natural', replacement: 'plant-based' },
      { keyword: 'OtherBrand', note: 'Never name them' },
    ],
  }),
  updateCustomRuleSettings: () => ({ enabled: true }),
  createImageCheck: ({ verticals, locales }) => ({
    imageUrl: 'https://shop.example/drops.jpg',
    imageTitle: 'Drops, front',
    imageSize: 482_133,
    imageWidth: 1080,
    imageHeight: 1080,
    vertical: verticals.at(-1),
    explainLocale: locales.at(-1),
  }),
  createVideoCheck: ({ platforms, verticals }) => ({
    videoUrl: 'https://shop.example/drops.mp4',
    videoTitle: 'Drops, half a minute',
    videoSize: 6.4,
    videoDuration: 29.5,
    videoWidth: 720,
    videoHeight: 1280,
    platform: platforms[0],
    vertical: verticals.at(-1),
  }),
  createUploadPolicy: () => ({ kind: 'image', filename: 'drops.jpg' }),
  createBatch: ({ platforms, verticals, locales }) => ({
    name: 'Drops, autumn campaign',
    platform: platforms[0],
    vertical: verticals.at(-1),
    explainLocale: locales.at(-1),
    texts: ['Our drops cure arthritis in 3 days, guaranteed.', 'Six pairs of soft cotton socks in one box.'],
    images: [{ url: 'https://shop.example/drops.jpg', name: 'Drops, front', size: 482_133 }],
    videos: [
      { url: 'https://shop.example/drops.mp4', name: 'Drops, half a minute', size: 6.4, duration: 29.5 },
    ],
  }),
};

/** The same for the main site. */
const main: { readonly [K in keyof typeof mainContract]?: unknown } = {
  createTextCheck: {
    text: '这款面膜全网最好用，三天治好湿疹，加微信领取优惠。',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    productVertical: 'creator',
    sceneMode: 'content',
    autoFix: false,
  },
  fixTextCheck: { strategy: 'precise', mode: 'ad' },
  createCustomRule: {
    keyword: '全网最低',
    matchType: 'keyword',
    replacement: '优惠价',
    note: '品牌用语规范第 7 页',
    library: 'touliu',
    enabled: true,
  },
  updateCustomRule: { replacement: '活动价', enabled: true },
  importCustomRules: {
    library: 'general',
    items: [
      { keyword: '秒杀', replacement: '限时优惠' },
      { keyword: '友商', note: '不得提及' },
    ],
  },
  updateCustomRuleSettings: { enabled: true },
  findNotices: {
    productVertical: 'creator',
    platform: 'shortvideo_a',
    industry: 'general',
    text: '想在县城开一家面馆？品牌开放县级代理，总部包选址，扫码领取加盟手册。',
  },
  createImageCheck: {
    imageUrl: 'https://shop.example/mianmo.jpg',
    imageTitle: '面膜主图',
    imageSize: 482_133,
    imageWidth: 1080,
    imageHeight: 1080,
    productVertical: 'creator',
    detectTypes: ['OCR', 'AD', 'PORN'],
  },
  createVideoCheck: {
    videoUrl: 'https://shop.example/mianmo.mp4',
    videoTitle: '面膜口播',
    videoDuration: 29.5,
    videoSize: 6.4,
    videoWidth: 720,
    videoHeight: 1280,
    productVertical: 'creator',
    platform: 'shortvideo_a',
    frameTypes: ['OCR', 'AD', 'PORN'],
    audioTypes: ['AD', 'ABUSE'],
  },
  createUploadPolicy: { kind: 'video', filename: 'mianmo.mp4' },
  createBatch: {
    name: '面膜秋季推广',
    productVertical: 'creator',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    texts: ['这款面膜全网最好用，三天治好湿疹。', '六双装纯棉袜，吸汗透气不闷脚。'],
    images: [{ url: 'https://shop.example/mianmo.jpg', name: '面膜主图', size: 482_133 }],
    videos: [{ url: 'https://shop.example/mianmo.mp4', name: '面膜口播', size: 6.4, duration: 29.5 }],
  },
  dismissNotice: { dismissKey: 'report-white:招商加盟' },
};

/** Returns the example body of a route of a site; undefined for one without a body. */
export function exampleOf(routeName: string, site: Site): unknown {
  // A quote takes the body of its submission.
  const submission = routeName === 'quoteTextFix' ? 'fixTextCheck' : routeName.replace(/^quote/, 'create');
  const named = ([name]: readonly [string, unknown]) => name === submission;
  if (site.kind === 'main') return Object.entries(main).find(named)?.[1];
  return Object.entries(international).find(named)?.[1](site);
}

const reportId = 'report_01jd8q3h6fe1r9e5k0v7m2n4p8';
const events: readonly (readonly [event: string, data: object])[] = [
  ['report_start', { reportId }],
  ['report_chunk', { chunk: '【视频信息】\n面膜口播，29.5 秒。\n' }],
  ['report_done', { reportId, content: '【视频信息】\n面膜口播，29.5 秒。\n…' }],
  ['complete', { durationMs: 8_140 }],
];

/** An example stream of a report, shortened. */
export const reportExample = {
  id: reportId,
  stream: events
    .map(
      ([event, data], at) => `id: ${reportId}:${at + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    )
    .join(''),
};

/** Examples of fields of answers, by their names. */
export const fieldExamples: Readonly<Record<string, unknown>> = {
  fields: {
    key: 'uploads/us/8c1f02/5b2e90/file_01jd8q3h6fe1r9e5k0v7m2n4p8.jpg',
    policy: 'eyJpZCI6InBvbGljeV8wMWpkOHEzaDZmZTFyOWU1azB2N20ybjRwOCJ9',
    StoreAccessKeyId: 'upload_3f9a1c7e',
    signature: 'q1W8fJ0m3bq2m0hXxZ7p5v6yD4kTn9sR2uLcVbEaG1I=',
  },
  boxes: [
    { x: 96, y: 212, width: 618, height: 74 },
    { x: 96, y: 300, width: 402, height: 72 },
  ],
  captions: [
    { text: 'Our drops', startSeconds: 2, endSeconds: 4.6, riskLevel: 'REJECT' },
    { text: 'cure arthritis', startSeconds: 4.6, endSeconds: 7.2, riskLevel: 'REJECT' },
  ],
};

import type { Detector } from '@redline/contracts';

/** Names of what the contract enumerates, for readers who do not know it; what has none is shown as it is. */
const platformNames: Readonly<Record<string, string>> = {
  shortvideo_a: '短视频平台A',
  shortvideo_b: '短视频平台B',
  lifestyle_community: '生活方式社区',
  messaging_video: '社交视频平台',
  video_community: '视频社区',
  shortdrama_platform: '短剧平台',
};

const lineNames: Readonly<Record<string, string>> = {
  creator: '短视频创作',
  duanju: '短剧',
  touliu: '广告投放素材',
};

const named = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ? `${names[value]}（${value}）` : value;

export const platformName = (platform: string): string => named(platformNames, platform);
export const lineName = (line: string): string => named(lineNames, line);

export const detectorNames: Readonly<Record<Detector, string>> = {
  text: '画面文字识别',
  codes: '二维码与条形码识别',
  nudity: '裸露内容指示检测',
  vision: '画面内容识别',
  transcription: '口播转写',
  audio_moderation: '声音内容检测',
};

export const severityNames = { high: '高', medium: '中', low: '低' } as const;

export const verdictNames = { REJECT: '必须修改', REVIEW: '建议修改', PASS: '通过' } as const;

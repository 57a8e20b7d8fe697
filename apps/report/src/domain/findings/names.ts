import type { Detector } from '@redline/contracts';

/** Names of the enumerations of the contract, for readers who do not know it; a value without a name is printed as it is. */
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

export const platformName = (platform: string): string => platformNames[platform] ?? platform;
export const lineName = (line: string): string => lineNames[line] ?? line;

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

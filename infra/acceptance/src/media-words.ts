import { canMakeMedia } from '@redline/testkit';

/** Words that lead customers off the platform, by site. */
export const contactOn = {
  us: 'WhatsApp: +1 212 555 0147',
  id: 'WhatsApp: 0812 3456 7890',
  main: 'Tel: 138 1234 5678',
} as const;

/** Words without risks. */
export const harmless = 'Sunday opening hours\nfrom ten to four';

/** Skips media tests without ffmpeg, which creates the uploads; on CI no test is skipped. */
export const hasMedia = await canMakeMedia();
if (!hasMedia && process.env['CI']) throw new Error('tests of images and videos need ffmpeg');

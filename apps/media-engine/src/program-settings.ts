import { setting } from '@redline/service-kit/config';

/** The settings of programs that read files of strangers, and of their sandbox. */
export const programSettings = {
  PATH: setting.string({
    default: '/usr/local/bin:/usr/bin:/bin',
    reason: 'Search path of the programs below',
  }),
  TEXT_RECOGNIZER: setting.enum({
    values: ['pp_ocr', 'tesseract'],
    default: 'pp_ocr',
    reason:
      'What reads text on pictures: `pp_ocr`, and tesseract where that fails; or `tesseract` alone, which reads half as much and takes less memory',
  }),
  TESSERACT_PATH: setting.string({
    default: 'tesseract',
    reason:
      'Reads text on pictures where PP-OCR fails; if it is missing, that text is not checked, and records say so',
  }),
  FFMPEG_PATH: setting.string({
    default: 'ffmpeg',
    reason: 'Decodes videos; if it is missing their checks fail and are refunded',
  }),
  FFPROBE_PATH: setting.string({
    default: 'ffprobe',
    reason: 'Reads the streams of a video; comes with ffmpeg',
  }),
  HEIF_CONVERT_PATH: setting.string({
    default: 'heif-convert',
    reason: 'Decodes HEIC pictures; if it is missing they are refused',
  }),
  OCR_CONCURRENCY: setting.int({
    default: 2,
    min: 1,
    max: 64,
    unit: 'programs',
    reason: 'Runs of tesseract at the same time, as many again for batches; each keeps a core busy',
  }),
  SANDBOX: setting.enum({
    values: ['required', 'best_effort', 'off'],
    default: 'best_effort',
    reason:
      'Isolation of the processes that read files of strangers: `required` refuses to start without it, `best_effort` takes what the machine allows and says what is missing, `off` leaves an empty environment and limits',
  }),
};

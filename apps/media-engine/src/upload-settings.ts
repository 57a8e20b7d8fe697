import { type ConfigOf, setting } from '@redline/service-kit/config';
import type { UploadLimits } from './routes/uploads.ts';

/** The settings of uploads, and of the addresses that they have. */
export const uploadSettings = {
  PUBLIC_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: 'http://127.0.0.1:8080',
    reason:
      'URL of the gateway for clients: uploads are posted to /uploads below it, and served from /assets',
  }),
  UPLOAD_SECRET: setting.string({
    minLength: 32,
    maxLength: 200,
    secret: true,
    reason: 'Signs URLs of stored pictures and upload policies; the same for every replica',
  }),
  UPLOAD_RETENTION_DAYS: setting.int({
    default: 30,
    min: 1,
    max: 3_650,
    unit: 'days',
    reason: 'Uploaded files are removed after this, and their checks say `purged`',
  }),
  UPLOAD_KEYS_USED_DAYS: setting.int({
    default: 365,
    min: 1,
    max: 36_500,
    unit: 'days',
    reason:
      'The key of a removed file cannot be used again for so long plus the retention; then its row is deleted, which bounds the number of rows',
  }),
  UPLOAD_BYTES_PER_ACCOUNT: setting.int({
    default: 21_474_836_480,
    min: 1_073_741_824,
    unit: 'bytes',
    reason:
      'Stored at one time, received uploads included; what is above it is 403 until files are removed. 20 GiB are twenty of the largest videos, or thousands of pictures. Forms for S3 itself may bring as much again',
  }),
  UPLOAD_FILES_PER_ACCOUNT: setting.int({
    default: 10_000,
    min: 1,
    unit: 'files',
    reason: 'The same for files, however small; 333 a day with the default retention',
  }),
  UPLOAD_TIMEOUT_MS: setting.int({
    default: 3_600_000,
    min: 10_000,
    max: 86_400_000,
    unit: 'ms',
    reason: 'From the first byte of an upload to its last; a gigabyte in an hour is 2.4 Mbit/s',
  }),
  UPLOADS_AT_ONCE: setting.int({
    default: 32,
    min: 1,
    max: 1_000,
    unit: 'uploads',
    reason:
      'Further uploads are asked to retry; on S3 each takes up to 10 MB of memory. A form counts once its policy is verified',
  }),
  UPLOAD_FORMS_AT_ONCE: setting.int({
    default: 256,
    min: 1,
    max: 10_000,
    unit: 'forms',
    reason:
      'Forms whose fields are still being received, which anybody may open; each takes up to 64 kB. Past it the oldest of the address with the most gives way',
  }),
  UPLOADS_PER_CLIENT: setting.int({
    default: 16,
    min: 1,
    max: 1_000,
    unit: 'uploads',
    reason:
      'Forms and uploads of one client address, and uploads of one account, at the same time; a half of UPLOADS_AT_ONCE, so that nobody has all',
  }),
  UPLOAD_FIELDS_TIMEOUT_MS: setting.int({
    default: 15_000,
    min: 1_000,
    max: 120_000,
    unit: 'ms',
    reason: 'For the fields before the file; 2 kB that every client sends at once',
  }),
  UPLOAD_MIN_BYTES_PER_SECOND: setting.int({
    default: 16_384,
    min: 1,
    max: 1_048_576,
    unit: 'bytes a second',
    reason:
      'A file that is sent more slowly, over 30 s, ends with 408: a slot is not held by waiting. The slowest mobile networks are above it',
  }),
};

type UploadConfig = ConfigOf<typeof uploadSettings>;

/** Returns the URL that forms are posted to, and the base URL of uploads; neither ends with a slash. */
export function addressesOf({ PUBLIC_URL }: UploadConfig): {
  readonly host: string;
  readonly cdnHost: string;
} {
  const origin = PUBLIC_URL.replace(/\/+$/, '');
  return { host: `${origin}/uploads`, cdnHost: `${origin}/assets` };
}

const dayMs = 86_400_000;

/** Returns the settings of uploads. */
export const uploadRulesOf = (config: UploadConfig) => ({
  secret: config.UPLOAD_SECRET,
  keptForMs: config.UPLOAD_RETENTION_DAYS * dayMs,
  rememberedForMs: (config.UPLOAD_RETENTION_DAYS + config.UPLOAD_KEYS_USED_DAYS) * dayMs,
  timeoutMs: config.UPLOAD_TIMEOUT_MS,
  quota: { filesMax: config.UPLOAD_FILES_PER_ACCOUNT, bytesMax: config.UPLOAD_BYTES_PER_ACCOUNT },
});

/** How long a file may stand still: a mobile client that changes its network is back within it. */
const standstillMaxMs = 30_000;

/** Returns the limits of forms and uploads at the same time, and of their speed. */
export const uploadLimitsOf = (config: UploadConfig): UploadLimits => ({
  formsMax: config.UPLOAD_FORMS_AT_ONCE,
  uploadsMax: config.UPLOADS_AT_ONCE,
  perClientMax: config.UPLOADS_PER_CLIENT,
  fieldsTimeoutMs: config.UPLOAD_FIELDS_TIMEOUT_MS,
  rate: { bytesPerSecond: config.UPLOAD_MIN_BYTES_PER_SECOND, windowMs: standstillMaxMs },
});

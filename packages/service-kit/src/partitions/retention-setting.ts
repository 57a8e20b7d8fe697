import { setting } from '../config/index.ts';

/** Longer than billing looks back when it compares charges with records (8 days), and than streams keep events (7). */
const daysMin = 14;
const daysMax = 36_500;

/**
 * The setting of how long records of one kind are kept.
 * @param records plural name: `text checks`
 */
export const retentionSetting = (records: string) =>
  setting.int<number | null>({
    default: null,
    min: daysMin,
    max: daysMax,
    unit: 'days',
    reason: `How long ${records} are kept; then each is deleted with all that belongs to it. Without it for ever`,
  });

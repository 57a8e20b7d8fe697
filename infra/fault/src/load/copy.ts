import type { Random } from '../random.ts';

const sentences = [
  'This serum visibly smooths fine lines while you sleep.',
  'Clinically proven to cure eczema within three days.',
  'Hand-poured soy candle with notes of cedar and orange.',
  'Lose 30 pounds in a month without diet or exercise.',
  'Our vitamin D drops support normal bone health in adults.',
  'Risk-free: earn $5,000 a week from your sofa, guaranteed.',
  'Waterproof trail shoes with a replaceable insole.',
  'The FDA approved supplement that doctors do not want you to know about.',
  'Soft cotton onesie for babies, machine washable at 40 degrees.',
  'Kills 100% of all germs on every surface, for ever.',
];
const platforms = ['shortvideo_us', 'marketplace_us', 'dtc_us', 'social_ads'];
const verticals = ['general', 'beauty', 'supplement', 'weight_loss', 'home'];

/** The body of a text check with a reference that finds its record again; `refInText` reads it. */
export function checkBody(ref: string, random: Random): object {
  const text = `${random.shuffled(sentences).slice(0, 3).join(' ')} (ref ${ref})`;
  return { text, platform: random.pick(platforms), vertical: random.pick(verticals), explainLocale: 'en-US' };
}

/** For Postgres' `substring(text from …)`. */
export const refInText = '\\(ref ([0-9]+)\\)$';

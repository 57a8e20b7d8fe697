const openings = [
  'Meet the',
  'New this week: the',
  'You asked, we made it: the',
  'Back in stock, the',
  'Say hello to the',
];
const goods = [
  'oat soap',
  'linen apron',
  'walnut lamp',
  'ceramic mug',
  'trail sock',
  'fig candle',
  'dog leash',
  'desk tray',
];
const claims = [
  'It is made in small batches and ships in three days.',
  'Customers say it cures their eczema overnight.',
  'Hand wash, dry flat, keep away from open fire.',
  'Lose 20 pounds in two weeks, guaranteed.',
  'We do not promise miracles, only good thread.',
  'Certified biodegradable in any landfill.',
  'Measures 12 by 8 inches and weighs one pound.',
  'Our founder tests every piece before it leaves.',
];

const pick = <T>(values: readonly T[], at: number) => values[at % values.length] as T;

/** Builds a text of about 500 characters, a third of its sentences unlawful, different for each number. */
export function textOf(number: number): string {
  let text = `${pick(openings, number)} ${pick(goods, number >> 1)} no. ${number}.`;
  for (let part = 0; text.length < 480; part++) text += ` ${pick(claims, number + part * 3)}`;
  return text;
}

/** Builds the body of a submission. */
export const bodyOf = (number: number) =>
  JSON.stringify({ text: textOf(number), platform: 'dtc_us', vertical: 'general', explainLocale: 'en-US' });

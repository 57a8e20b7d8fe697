import { expect, it } from 'vitest';
import { tidyText } from './tidy-text.ts';

it.each([
  ['repeated marks and blanks', 'Soft!!! Gout. Warm', 'Soft!!!  Warm', 'Soft! Warm'],
  [
    'a heading whose lines are gone',
    'Benefits:\n- Gout\n\nUse:\n- Daily',
    'Benefits:\n\nUse:\n- Daily',
    'Use:\n- Daily',
  ],
  [
    'a heading above a blank line that was there',
    'Use:\n\n- Daily\nGout',
    'Use:\n\n- Daily',
    'Use:\n\n- Daily',
  ],
  [
    'a last line that headed prose which went',
    'A tea.\nWhat it is good for\nIt is said to cure gout, the flu, and many other ills, for all who drink it.',
    'A tea.\nWhat it is good for',
    'A tea.',
  ],
  ['but no last item of a list', 'Mint\nSage\nIt cures gout', 'Mint\nSage', 'Mint\nSage'],
  ['the numbers of a list', '1. Gout\n2. Rinse\n3. Dry', '2. Rinse\n3. Dry', '1. Rinse\n2. Dry'],
  ['but no chapters', '1. Dock\nGout\n2. Hall\nRain', '1. Dock\n2. Hall\nRain', '1. Dock\n2. Hall\nRain'],
])('tidies %s', (_, original, text, after) => {
  expect(tidyText(original, text)).toBe(after);
});

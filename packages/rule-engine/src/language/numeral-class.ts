/** Things that rules name in braces and that are recognised by their form rather than listed. */
export const numeralClasses = [
  'number',
  'money',
  'percent',
  'discount',
  'duration',
  'weight',
  'length',
  'area',
  'age',
  'rank',
  'year',
  'phone',
  'brand',
  'registration',
] as const;
export type NumeralClass = (typeof numeralClasses)[number];

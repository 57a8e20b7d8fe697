/** A run of digits and letters o, of which one at least is a digit, and nothing else beside it. */
const number = /(?<![\p{L}\p{N}])(?=[oO]*\d)[\doO]*[oO][\doO]*(?![\p{L}\p{N}])/gu;
/** The places after a point or a comma, as in 30.ooo. */
const places = /(?<=\d[.,])[oO]{2,3}(?![\p{L}\p{N}])/gu;

/** Corrects zeros that were read as the letter o: in numbers, not in words that have digits, such as H2O. */
export const correctZeros = (text: string): string => text.replace(number, zeros).replace(places, zeros);

const zeros = (found: string): string => found.replace(/[oO]/g, '0');

import { scoreLines, scoreSheet } from '../real-text/score-sheet.ts';
import { readAnswers, readKey, readSheetNumbers } from '../real-text/sheet-files.ts';

/**
 * Scores a reading sheet.
 * @returns lines for a terminal
 * @throws Error when sheet and key do not belong together
 */
export function scoreReadings(sheet: string, keyFile: string, answerFiles: readonly string[]): string[] {
  const numbers = readSheetNumbers(sheet);
  const key = readKey(keyFile);
  if (key.length !== numbers.size || key.some(({ n }) => !numbers.has(n)))
    throw new Error(`${keyFile} is not the key of ${sheet}`);
  return scoreLines(scoreSheet(key, answerFiles.map(readAnswers)));
}

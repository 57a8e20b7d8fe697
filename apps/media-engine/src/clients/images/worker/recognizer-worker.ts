import { readFile } from 'node:fs/promises';
import { openTextRecognizer, type TextRecognizer } from '@redline/text-recognition';
import { answerCalls } from './answer-calls.ts';
import type { RecognizerCalls } from './recognizer-protocol.ts';

let opened: Promise<TextRecognizer> | null = null;

/** The program of the recognizer process: reads the text on decoded pages, one after the other. */
answerCalls<RecognizerCalls>({
  async read({ pixels: { path, width, height }, timeLimitMs }) {
    opened ??= openTextRecognizer();
    const recognizer = await opened;
    const picture = { width, height, rgb: await readFile(path) };
    const { lines, isComplete } = await recognizer.read(picture, timeLimitMs);
    return {
      lines: lines.map(({ text, confidence, characters }) => ({ text, confidence, characters })),
      isComplete,
    };
  },
});

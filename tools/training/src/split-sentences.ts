import { createInterface } from 'node:readline';
import { structureOf } from '@redline/rule-engine/document';
import { languages } from '@redline/rule-engine/language';
import { z } from 'zod';

const lineSchema = z.object({ language: z.enum(['en', 'id', 'zh']), text: z.string() });

/**
 * Cuts texts into sentences as the engine does, for the training, which is in Python. Takes a JSON object a line, gives
 * a line for each: the offsets at which its sentences begin, in code points, the first 0.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const { language, text } = lineSchema.parse(JSON.parse(line));
  const { sentences, tokens } = structureOf(text, languages[language]);
  const starts = sentences.map(({ first }, at) => (at === 0 ? 0 : (tokens[first]?.start ?? 0)));
  process.stdout.write(`${JSON.stringify(starts.map((start) => [...text.slice(0, start)].length))}\n`);
}

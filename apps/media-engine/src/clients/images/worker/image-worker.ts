import { answerCalls } from './answer-calls.ts';
import { prepare, survey, tiles } from './decode.ts';
import type { Calls } from './protocol.ts';
import { readCodes } from './read-codes.ts';

/** The program of the image process: decodes images of strangers and classifies their pixels, one call at a time. */
answerCalls<Calls>({
  survey,
  prepare,
  tiles,
  codes: readCodes,
  // Loaded on its first call, because the model takes most of the memory and of the start.
  nudity: async (input) => (await import('./score-nudity.ts')).scoreNudity(input),
});

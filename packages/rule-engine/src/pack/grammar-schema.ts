import { z } from 'zod';
import { patterns } from './schema.ts';

/** Cue patterns of the market's language; each name is read by one judge or reviewer step. */
export const grammarCues = [
  'negator',
  'negatedSubject',
  'briefNegator',
  'attributive',
  'falseNegator',
  'scopeBreaker',
  'newSubject',
  'rejectionCue',
  'rejectionAfter',
  'denialAnswer',
  'recant',
  'reported',
  'disavowal',
  'counter',
  'overturn',
  'enforcement',
  'ownVoice',
  'depiction',
  'shunned',
  'turnDown',
  'affirmation',
  'indirectQuestion',
  'referral',
  'conditional',
  'teaching',
  'notSelling',
  'selling',
  'offering',
  'honest',
  'toReviewer',
  'disclaimer',
  'gapStop',
  'idiom',
] as const;
export type GrammarCue = (typeof grammarCues)[number];
export const grammarSchema = z
  .object(
    Object.fromEntries(grammarCues.map((cue) => [cue, patterns])) as Record<GrammarCue, typeof patterns>,
  )
  .strict();

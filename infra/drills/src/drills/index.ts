import type { Drill } from '../drill.ts';
import { restore } from './restore.ts';
import { restoreApart } from './restore-apart.ts';

/** The drills by their names on the command line. */
export const drills: Readonly<Record<string, Drill>> = {
  restore,
  'restore-apart': restoreApart,
};

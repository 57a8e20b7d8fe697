import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { indonesian } from './indonesian.ts';
import type { Language } from './language.ts';

/** The languages a pack may be written in, by the tag that `pack.yaml` names. */
export const languages = { en: english, id: indonesian, zh: chinese } as const satisfies Record<
  string,
  Language
>;

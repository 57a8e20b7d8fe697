import type { TextStructure } from '../text/structure.ts';

/** A verb of a swap that takes the form of what it replaces: `support~ your routine`. */
const inflected = /^([\p{L}]+)~/u;

/** Brings a swap into the form of the first word that it replaces; one without `~` stays as it is. */
export function inFormOf({ tokens, language }: TextStructure, first: number, choice: string): string {
  const verb = inflected.exec(choice)?.[1];
  if (!verb) return choice;
  const forms = language.inflection.verb(verb);
  const form = forms[formOf(tokens[first]?.word ?? '')]?.[0] ?? verb;
  return form + choice.slice(verb.length + 1);
}

/** Whether a swap can stand where it would: a verb does not follow `the`, where the word it replaces is a noun. */
export function fits({ text, tokens, language }: TextStructure, first: number, choice: string): boolean {
  const before = tokens[first - 1];
  if (!inflected.test(choice) || !before || !language.connectives.beforeNoun) return true;
  return !language.connectives.beforeNoun.test(text.slice(before.start, before.end));
}

function formOf(word: string): string {
  if (/.{2}ing$/.test(word)) return 'ing';
  if (/(?:ed|ook|ept|ew|ot|ost|old|eld|ought|aught|elt|one|ent|ade)$/.test(word)) return 'ed';
  return /[^s]s$/.test(word) ? 's' : 'base';
}

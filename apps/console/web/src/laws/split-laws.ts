/** A part of the laws that a finding names, with its address where that is known. */
export interface LawPart {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
  readonly link: string | null;
}

/**
 * Splits `legalRef` at its references.
 * @param links addresses by the name of law and article, as the engine writes them
 * @returns parts that are the text again, separators included
 */
export function splitLaws(legalRef: string, links: Readonly<Record<string, string>>): readonly LawPart[] {
  const [, references = legalRef, gloss = ''] = /^(.*?)(（[^（）]*《[^（）]*）)?$/s.exec(legalRef) ?? [];
  let at = 0;
  return [...references.split(/(; |；)/), gloss].flatMap((text): readonly LawPart[] => {
    if (text === '') return [];
    const part = { at, text, link: Object.hasOwn(links, text) ? (links[text] ?? null) : null };
    at += text.length;
    return [part];
  });
}

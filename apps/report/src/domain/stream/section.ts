import { reportSections } from '@redline/contracts';

/** One section as it was written; which one it is, its place in the list says. */
export interface Section {
  /** Without its heading. */
  readonly body: string;
  /** `embedded`, or `model:` and its name. */
  readonly writer: string;
}

/** Of the body of one section; six of them, told in pieces and then as a whole, fit into one message. */
export const bodyLengthMax = 10_000;

/** A section as a report shows it, with what sets it apart from the one before. */
function shown({ body }: Section, place: number): string {
  return `${place === 0 ? '' : '\n\n'}【${reportSections[place] ?? ''}】\n${body}`;
}

/** Each section as a piece of the report; together they are its text. */
export const piecesOf = (sections: readonly Section[]): readonly string[] => sections.map(shown);

/** The text of a report. */
export const contentOf = (sections: readonly Section[]): string => piecesOf(sections).join('');

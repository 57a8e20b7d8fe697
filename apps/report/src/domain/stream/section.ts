import { reportSections } from '@redline/contracts';

/** A written section; its index in the list tells which one it is. */
export interface Section {
  /** Without its heading. */
  readonly body: string;
  /** `embedded`, or `model:` and its name. */
  readonly writer: string;
}

/** Limit of characters of a body; six sections, in chunks and then as a whole, fit into one message. */
export const bodyLengthMax = 10_000;

/** Renders a section with its heading, and the blank line before it. */
function renderSection({ body }: Section, place: number): string {
  return `${place === 0 ? '' : '\n\n'}【${reportSections[place] ?? ''}】\n${body}`;
}

/** Renders each section; joined they are the text of the report. */
export const piecesOf = (sections: readonly Section[]): readonly string[] => sections.map(renderSection);

/** Returns the text of a report. */
export const contentOf = (sections: readonly Section[]): string => piecesOf(sections).join('');

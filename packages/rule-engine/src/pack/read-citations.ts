import { citationFileSchema, citationSchema, lawFileSchema, type RawCitation } from './citation-schema.ts';
import { duplicates, type PackFault, type PackSource, type Path, placeIn, read } from './read-source.ts';

/**
 * Reads citations: articles, each with what it takes from its law (`laws.yaml`).
 * @param laws null for a pack whose citations name no law
 */
export function readCitations(
  sources: readonly PackSource[],
  laws: PackSource | null,
  faults: PackFault[],
): readonly RawCitation[] {
  const known = (laws && read(laws, lawFileSchema, faults)?.laws) ?? [];
  if (laws)
    duplicates(
      known.map(({ id }) => id),
      laws,
      faults,
    );
  return sources.flatMap((source) => {
    const written = read(source, citationFileSchema, faults)?.citations ?? [];
    return written.flatMap(({ law: lawId, ...own }, at) => {
      const law = known.find(({ id }) => id === lawId);
      if (lawId !== undefined && !law) {
        faults.push({ ...placeIn(source, ['citations', at, 'law']), reason: `there is no law "${lawId}"` });
        return [];
      }
      const lineOf = (path: Path): number => source.lineOf(['citations', at, ...path]);
      return read({ file: source.file, data: { ...law, ...own }, lineOf }, citationSchema, faults) ?? [];
    });
  });
}

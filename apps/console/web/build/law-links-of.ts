/** An entry of a pack's `laws.yaml`. */
export interface RawLaw {
  readonly id: string;
  readonly name: string;
  readonly link?: string | null | undefined;
}

/** An entry of a pack's `citations.yaml`: what it does not say itself, its law says. */
export interface RawCitation {
  readonly law?: string | undefined;
  readonly name?: string | undefined;
  readonly article: string;
  readonly link?: string | null | undefined;
}

/**
 * Returns the addresses of articles by how the engine writes them in `legalRef`.
 * @param between what stands between the name of a law and its article in the language of the site
 * @returns only http and https addresses: a page links to them
 */
export function lawLinksOf(
  laws: readonly RawLaw[],
  citations: readonly RawCitation[],
  between: string,
): Readonly<Record<string, string>> {
  const byId = new Map(laws.map((law) => [law.id, law]));
  const entries = citations.flatMap(({ law, ...citation }) => {
    const of = law === undefined ? undefined : byId.get(law);
    const name = citation.name ?? of?.name;
    const link = citation.link === undefined ? of?.link : citation.link;
    if (name === undefined || !link || !/^https?:\/\//.test(link)) return [];
    return [[`${name}${between}${citation.article}`, link] as const];
  });
  return Object.fromEntries(entries);
}

import type { SiteId } from '@redline/client';
import { useQuery } from '@tanstack/react-query';
import { splitLaws } from './split-laws.ts';

/** Loaded with the first finding of a site: a site has up to three hundred articles. */
const loaders: Readonly<Record<SiteId, () => Promise<Readonly<Record<string, string>>>>> = {
  us: () => import('./links/us.ts').then(({ links }) => links),
  id: () => import('./links/id.ts').then(({ links }) => links),
  main: () => import('./links/main.ts').then(({ links }) => links),
};

interface LawsProps {
  readonly site: SiteId;
  readonly legalRef: string;
}

/** The laws that a finding names, each with its official text where there is an address of it. */
export function Laws({ site, legalRef }: LawsProps) {
  const { data = {} } = useQuery({
    queryKey: ['law links', site],
    queryFn: loaders[site],
    staleTime: Number.POSITIVE_INFINITY,
  });
  return splitLaws(legalRef, data).map(({ at, text, link }) =>
    link === null ? (
      text
    ) : (
      <a key={at} href={link} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
  );
}

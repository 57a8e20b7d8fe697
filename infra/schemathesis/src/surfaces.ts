/** The parts of the API that are tried one after the other, each with keys of its own. */
export const surfaceNames = ['us', 'id', 'main', 'files'] as const;
export type SurfaceName = (typeof surfaceNames)[number];
/** A surface that has keys and records: a site. */
export type SiteName = Exclude<SurfaceName, 'files'>;

export const isSurfaceName = (name: string): name is SurfaceName =>
  surfaceNames.some((known) => known === name);

export interface Surface {
  /** A regular expression of Python that its paths match. */
  readonly pathPattern: string;
  /** Of all cases that are wished, in percent: uploads and files are two operations, a site is about thirty. */
  readonly sharePercent: number;
}

export const surfaces: Readonly<Record<SurfaceName, Surface>> = {
  us: { pathPattern: '^/v1/intl/us/', sharePercent: 33 },
  id: { pathPattern: '^/v1/intl/id/', sharePercent: 33 },
  main: { pathPattern: '^/v1/(?!intl/)', sharePercent: 33 },
  files: { pathPattern: '^/(uploads|assets)', sharePercent: 1 },
};

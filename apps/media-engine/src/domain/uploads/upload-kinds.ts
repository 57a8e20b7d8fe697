import type { uploadKinds } from '@redline/contracts';

export type UploadKind = (typeof uploadKinds)[number];

interface KindFacts {
  /** Limits of documents 1 to 3; a megabyte has 2^20 bytes and a gigabyte 2^30 (document 4). */
  readonly maxSizeBytes: number;
  /** Types of its files, by their first bytes; each can be decoded by this service and displayed by browsers. */
  readonly contentTypes: readonly string[];
}

export const kindFacts: Readonly<Record<UploadKind, KindFacts>> = {
  image: {
    maxSizeBytes: 10 * 2 ** 20,
    contentTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif'],
  },
  video: {
    maxSizeBytes: 2 ** 30,
    contentTypes: [
      'video/mp4',
      'video/quicktime',
      'video/x-m4v',
      'video/webm',
      'video/x-matroska',
      'video/x-msvideo',
      'video/mp2t',
      'video/3gpp',
      'video/3gpp2',
    ],
  },
};

/** Types that are served with their content type; anything else is served as a download. */
export const servedTypes: ReadonlySet<string> = new Set(
  Object.values(kindFacts).flatMap(({ contentTypes }) => contentTypes),
);

const typeByExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  m4v: 'video/x-m4v',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  ts: 'video/mp2t',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
};

/**
 * Types that go by one another's extensions: containers of one format, which differ by a brand or by what is in them, and
 * which every player opens all the same.
 */
const families: readonly (readonly string[])[] = [
  ['image/heic', 'image/heif'],
  ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'],
  ['video/webm', 'video/x-matroska'],
];

/**
 * Tells whether a file may be called so.
 * @param extension without its dot, in lower case; one that is of no known type promises nothing
 * @param contentType of the file, by its first bytes
 */
export function isExtensionOf(extension: string, contentType: string): boolean {
  const promised = Object.hasOwn(typeByExtension, extension) ? typeByExtension[extension] : undefined;
  if (promised === undefined || promised === contentType) return true;
  return families.some((types) => types.includes(promised) && types.includes(contentType));
}

/**
 * Returns the type of a file name.
 * @param extension without its dot, in lower case
 * @returns undefined for an extension that files of this kind do not have
 */
export function typeOfExtension(kind: UploadKind, extension: string): string | undefined {
  const type = Object.hasOwn(typeByExtension, extension) ? typeByExtension[extension] : undefined;
  return type && kindFacts[kind].contentTypes.includes(type) ? type : undefined;
}

import type { Records } from './records.ts';
import type { SurfaceName } from './surfaces.ts';

export interface RoundSettings {
  readonly surface: SurfaceName;
  readonly workers: number;
  /** Cases of one operation in the fuzzing phase. */
  readonly examplesMax: number;
  /** A key that every request has; undefined where the peers' keys are used, or none. */
  readonly key?: string;
  /** Two accounts of which one must not see what the other one has. */
  readonly hasPeers: boolean;
  readonly records: Records | undefined;
  /** Values for `Idempotency-Key`: with the few that are generated, most submissions would be a reuse. */
  readonly idempotencyKeys: readonly string[];
}

/** Where in its folder a round has its files. */
export const roundFiles = {
  settings: 'schemathesis.toml',
  peers: 'peers.json',
  events: 'events.ndjson',
} as const;

/** An image waits a minute for its verdict at most, a video of the main site is measured meanwhile. */
const requestTimeoutSeconds = 90;
/** Of a stream, which is read no further. A report has fewer. */
const streamEventsMax = 400;

const value = (given: string | number | boolean | readonly string[]): string => JSON.stringify(given);

/**
 * Renders the settings of the program for one round, as TOML: its strings, numbers and lists are written as in JSON.
 * All other checks are on; what is no breach is in `refusals.ts`, by sentence and not by operation.
 */
export function settingsFile(round: RoundSettings): string {
  const { records, key } = round;
  return [
    `workers = ${round.workers}`,
    'continue-on-failure = true',
    `request-timeout = ${requestTimeoutSeconds}`,
    `max-stream-events = ${streamEventsMax}`,
    // They are about the speed of generating, which is the machine's.
    'suppress-health-check = ["all"]',
    ...(key === undefined ? [] : ['[headers]', `Authorization = ${value(`Bearer ${key}`)}`]),
    ...(round.hasPeers
      ? ['[auth.wfc]', `path = ${value(roundFiles.peers)}`, 'peers = ["owner", "peer"]']
      : []),
    '[generation]',
    `max-examples = ${round.examplesMax}`,
    'no-shrink = true',
    'database = "none"',
    // The keys are of a stack that is gone when the report is read; a hidden field makes its request useless.
    '[output.sanitization]',
    'enabled = false',
    '[reports.ndjson]',
    `path = ${value(roundFiles.events)}`,
    // Made by `events.ts` from the report.
    '[checks.positive_data_acceptance]',
    'enabled = false',
    ...streamSettings,
    ...dictionary('idempotency-keys', round.idempotencyKeys),
    ...(records ? recordSettings(records) : []),
    ...(records && round.surface === 'files' ? fileSettings(records) : []),
    ...binding({ 'include-method': 'POST' }, 'header.Idempotency-Key', 'idempotency-keys', 0.9),
  ].join('\n');
}

/** OpenAPI 3.0 describes a stream as one text; the program holds each of its events against that. */
const streamSettings = [
  '[[operations]]',
  `include-path-regex = ${value('/report$')}`,
  '[operations.checks.response_schema_conformance]',
  'enabled = false',
];

/** Requests for a record take an id that exists in half of the cases; only those that change nothing for the others. */
function recordSettings({ ids, pictureUrl, videoUrl }: Records): readonly string[] {
  return [
    ...Object.entries(ids)
      .filter(([, existing]) => existing.length > 0)
      .flatMap(([path, existing]) => [
        ...dictionary(nameOf(path), existing),
        ...binding(
          { 'include-path-regex': `${path}/[{]id[}]`, 'exclude-method': 'DELETE' },
          'path.id',
          nameOf(path),
          0.5,
        ),
      ]),
    ...dictionary('pictures', oneOfMany(pictureUrl)),
    ...dictionary('videos', oneOfMany(videoUrl)),
    ...binding({ 'include-path-regex': '/image/checks$' }, 'body.imageUrl', 'pictures', 0.5),
    ...binding({ 'include-path-regex': '/video/checks$' }, 'body.videoUrl', 'videos', 0.5),
  ];
}

/** A file that exists among URLs that lead nowhere: each use of it costs seconds of a core. */
const oneOfMany = (url: string): readonly string[] => [
  ...Array.from({ length: 15 }, (_, n) => `https://shop.example/before-${n}`),
  url,
  ...Array.from({ length: 14 }, (_, n) => `https://shop.example/after-${n}`),
];

function fileSettings({ upload, pictureUrl }: Records): readonly string[] {
  const stored = new URL(pictureUrl).pathname.replace(/^\/assets\//, '');
  return [
    ...Object.entries(upload).flatMap(([name, signed]) => [
      ...dictionary(`upload-${name}`, [signed]),
      ...binding({ 'include-path': '/uploads' }, `body.${name}`, `upload-${name}`, 0.8),
    ]),
    ...dictionary('stored', [stored]),
    ...binding({ 'include-path': '/assets/{key}' }, 'path.key', 'stored', 0.5),
  ];
}

const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-');

const dictionary = (name: string, values: readonly string[]): readonly string[] => [
  `[dictionaries.${name}]`,
  `values = ${value(values)}`,
];

function binding(
  where: Readonly<Record<string, string>>,
  parameter: string,
  name: string,
  probability: number,
): readonly string[] {
  return [
    '[[operations]]',
    ...Object.entries(where).map(([filter, wanted]) => `${filter} = ${value(wanted)}`),
    '[operations.parameters]',
    `${value(parameter)} = { dictionary = ${value(name)}, probability = ${probability} }`,
  ];
}

/** Renders the two accounts, as a file of Web Fuzzing Commons. */
export function peersFile(keys: { readonly owner: string; readonly peer: string }): string {
  const entry = (name: 'owner' | 'peer') => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${keys[name]}` }],
  });
  return JSON.stringify({ auth: [entry('owner'), entry('peer')] });
}

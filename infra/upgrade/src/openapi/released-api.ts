import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiDocument, structureOf } from './document.ts';

/** The recorded API of the last release, from the root of the workspace. */
const releasedFile = join('infra', 'upgrade', 'openapi', 'released.json');

/** Prints the OpenAPI document that the gateway serves; infra imports no service. */
const printer = join('apps', 'gateway', 'src', 'openapi', 'print.ts');

/** Reads the API of the last release. */
export const releasedApi = (root: string): ApiDocument =>
  JSON.parse(readFileSync(join(root, releasedFile), 'utf8'));

/**
 * Reads the API of this checkout.
 * @throws Error with the output of the gateway if it does not print it
 */
export function currentApi(root: string): ApiDocument {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, timeout: 60_000 } as const;
  const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', printer], options);
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`the gateway does not print its OpenAPI document: ${done.stderr}`);
  return structureOf(JSON.parse(done.stdout));
}

/** Records the API of this checkout as that of the release that is being made; returns the path of the file. */
export function recordApi(root: string): string {
  writeFileSync(join(root, releasedFile), `${textOf(currentApi(root))}\n`);
  return releasedFile;
}

/** Writes a path and a component in a line each, so that a change of the file shows what it is about. */
const textOf = ({ paths, components = {}, ...rest }: ApiDocument): string =>
  linesOf({
    ...mapped(rest, (part) => JSON.stringify(part)),
    paths: linesOf(mapped(paths, (item) => JSON.stringify(item))),
    components: linesOf(mapped(components, (kind) => linesOf(mapped(kind, (one) => JSON.stringify(one))))),
  });

const mapped = <T>(parts: Readonly<Record<string, T>>, write: (part: T) => string) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, write(part)]));

const linesOf = (written: Readonly<Record<string, string>>): string =>
  `{\n${Object.entries(written)
    .map(([name, text]) => `${JSON.stringify(name)}: ${text}`)
    .join(',\n')}\n}`;

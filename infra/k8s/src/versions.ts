import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { workloads } from './workloads.ts';

const manifestOf = (service: string) =>
  fileURLToPath(new URL(`../../../apps/${service}/package.json`, import.meta.url));

/** The version of each service in this checkout, which is the tag of its image. */
export const versions: Readonly<Record<string, string>> = Object.fromEntries(
  workloads.map(({ name }) => [name, JSON.parse(readFileSync(manifestOf(name), 'utf8')).version]),
);

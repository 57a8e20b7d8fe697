import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Migrations } from '@redline/service-kit/db';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Loads the migrations of every app, by the app's name. They are found in the folders and not imported by name: here
 * they are what is looked at, and an app that is new is looked at too.
 */
export async function loadAppMigrations(): Promise<ReadonlyMap<string, Migrations>> {
  const found = new Map<string, Migrations>();
  for (const path of globSync('apps/*/migrations/index.ts', { cwd: root }).sort()) {
    const module: { readonly migrations?: Migrations } = await import(pathToFileURL(join(root, path)).href);
    if (!module.migrations) throw new Error(`${path} exports no \`migrations\``);
    found.set(path.split(/[\\/]/)[1] ?? path, module.migrations);
  }
  return found;
}

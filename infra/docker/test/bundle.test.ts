import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bringUp, demoAccount, demoCheck, type Program, pathsOf, services } from '@redline/local';
import { createCloseList } from '@redline/service-kit/shutdown';
import { afterAll, describe, expect, it } from 'vitest';
import { copyBuildContext, linkDependencies, pruneTree } from './pruned-tree.ts';

const run = promisify(execFile);

// Outside of the checkout, so that nothing of it can be found by the bundles.
const folder = mkdtempSync(join(tmpdir(), 'redline-bundle-'));
const parts = createCloseList();
afterAll(async () => {
  await parts.closeAll(undefined, 60_000);
  await rm(folder, { recursive: true, force: true });
});

/** Builds a service as the Dockerfile does, from its pruned tree, with the settings of the image. */
async function build(context: string, service: string): Promise<Program> {
  const tree = join(folder, 'trees', service);
  const outDir = join(folder, service);
  await pruneTree(context, service, tree);
  await linkDependencies(tree);
  await run(process.execPath, [join(tree, 'infra/docker/src/main.ts'), service, outDir], { cwd: tree });
  await rm(tree, { recursive: true });
  const env = {
    PACKS_DIR: join(outDir, 'packs'),
    PACKS_COMPILED_DIR: join(outDir, 'packs-compiled'),
    GUIDES_DIR: join(outDir, 'guides'),
  };
  return { main: join(outDir, 'main.js'), env };
}

/** Builds the page of the console as the Dockerfile does. @returns its folder */
async function buildPage(context: string): Promise<string> {
  const tree = join(folder, 'trees', 'page');
  const outDir = join(folder, 'page');
  await pruneTree(context, 'console', tree, 'page');
  await linkDependencies(tree, true);
  const web = join(tree, 'apps/console/web');
  await run(process.execPath, [join(web, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir], {
    cwd: web,
  });
  await rm(tree, { recursive: true });
  return outDir;
}

describe('the services as the image holds them', () => {
  it('migrate, start and judge a text with nothing but Node and their own folder', {
    timeout: 180_000,
  }, async () => {
    const context = join(folder, 'context');
    await copyBuildContext(context);
    const programs = new Map<string, Program>();
    for (const { name } of services) programs.set(name, await build(context, name));
    const page = await buildPage(context);
    const programOf = (name: string) => {
      const { main, env } = programs.get(name) ?? { main: '', env: {} };
      return { main, env: { ...env, WEB_DIR: page } };
    };
    const paths = pathsOf(undefined, join(folder, 'data'));
    const settings = {
      HOST: '127.0.0.1',
      PORT: 0,
      DATABASE_URL: null,
      NATS_URL: null,
    };
    const { apiUrl, consoleUrl, natsUrl } = await bringUp({
      paths,
      settings,
      say: () => undefined,
      parts,
      programOf,
    });
    const demo = await demoAccount(natsUrl, paths.demo);
    const check = await demoCheck(apiUrl, demo.keys.us.key);
    expect(check.status).toBe('completed');
    expect(check.riskLevel).toBe('high');
    const html = await (await fetch(consoleUrl)).text();
    const entry = /src="([^"]+\.js)"/.exec(html)?.[1];
    expect((await (await fetch(`${consoleUrl}${entry}`)).text()).length).toBeGreaterThan(100_000);
    const docs = await (await fetch(`${apiUrl}/docs`)).text();
    const script = /src="([^"]*scalar[^"]*)"/.exec(docs)?.[1];
    expect((await (await fetch(`${apiUrl}${script}`)).text()).length).toBeGreaterThan(1_000_000);
    expect(await (await fetch(`${apiUrl}/docs/guides/errors.md`)).text()).toContain('# Errors');
  });
});

import { createDatabase, testServers } from '@redline/testkit';
import pg from 'pg';
import { expect, it } from 'vitest';
import { loadAppMigrations } from '../src/app-migrations.ts';
import { migrationFaults } from '../src/check-migrations.ts';
import { knownBreaks } from '../src/known-breaks.ts';
import { rowsOfApps } from '../src/rows.ts';

const apps = await loadAppMigrations();

it('every app named here has migrations', () => {
  const named = [...knownBreaks.map(({ app }) => app), ...Object.keys(rowsOfApps)];
  expect(named.filter((app) => !apps.has(app))).toEqual([]);
  expect(apps.size).toBeGreaterThan(0);
});

it.each([...apps])('the migrations of %s leave the last release at work', async (app, migrations) => {
  const database = await createDatabase(testServers().postgresAdminUrl, 'migrations');
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const known = knownBreaks.filter((it) => it.app === app);
    const faults = await migrationFaults(client, { app, migrations, rows: rowsOfApps[app] ?? {}, known });
    expect(faults.join('\n')).toBe('');
  } finally {
    await client.end();
    await database.dispose();
  }
});

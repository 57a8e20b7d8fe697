import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  copyPostgresData,
  type PostgresServer,
  serverIdentity,
  startPostgres,
  temporaryFolder,
  waitFor,
} from '@redline/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveSettings, scriptsDir } from '../src/index.ts';

const run = promisify(execFile);
const script = (name: string, ...args: string[]) => run(join(scriptsDir, name), args);

async function rows(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a Postgres whose log is kept', () => {
  let server: PostgresServer;
  let backupDir: string;
  beforeAll(async () => {
    backupDir = join(folder, 'backup');
    const identity = serverIdentity(join(folder, 'none'));
    await mkdir(join(backupDir, 'base'), { recursive: true });
    for (const path of [folder, backupDir]) {
      if (identity) await chown(path, identity.uid, identity.gid);
    }
    const dataDir = join(folder, 'server', 'data');
    await mkdir(dirname(dataDir));
    if (identity) await chown(dirname(dataDir), identity.uid, identity.gid);
    server = await startPostgres({ dataDir, settings: archiveSettings(backupDir, 60) });
  });
  afterAll(() => server.dispose());

  /** Returns a time between its commit and the next one. */
  const insert = async (name: string) => {
    await rows(server.adminUrl, `insert into kept values ('${name}')`);
    const [row] = await rows(
      server.adminUrl,
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return String(row?.['at']);
  };
  const names = async () =>
    (await rows(server.adminUrl, 'select name from kept order by name')).map(({ name }) => name);
  const base = async (keep: number) => {
    await copyPostgresData(server, join(backupDir, 'base', '.unfinished'));
    await script('keep-base.sh', backupDir, String(keep));
  };
  const archived = async () => {
    // A file without anything in it is not ended.
    await rows(server.adminUrl, `select pg_logical_emit_message(true, 'test', 'end')`);
    const [row] = await rows(server.adminUrl, 'select pg_walfile_name(pg_switch_wal()) as name');
    await waitFor(async () => (await readdir(join(backupDir, 'wal'))).includes(`${row?.['name']}.gz`), {
      timeoutMs: 15_000,
      what: 'the file of the log to be kept',
    });
  };
  const restore = async (...time: string[]) => {
    await server.kill();
    await rm(server.dataDir, { recursive: true });
    await script('restore.sh', backupDir, server.dataDir, ...time);
    await server.start();
    await waitFor(
      async () => (await rows(server.adminUrl, 'select pg_is_in_recovery() as is'))[0]?.['is'] === false,
      { timeoutMs: 30_000, what: 'the end of the recovery' },
    );
  };

  it('comes back at a point in time without its disk, again at another one, and at the end of its log', async () => {
    await rows(server.adminUrl, 'create table kept (name text)');
    await insert('before the copy');
    await base(7);
    const first = await insert('first');
    await insert('second');
    await archived();
    await restore(first);
    expect(await names()).toEqual(['before the copy', 'first']);
    await insert('after the restore');
    await archived();
    // The log has two ways to go on now; Postgres takes that of the restored server.
    await restore();
    expect(await names()).toEqual(['after the restore', 'before the copy', 'first']);
  }, 120_000);

  it('keeps the newest copies, and the log since the oldest of them', async () => {
    const before = await readdir(join(backupDir, 'wal'));
    await base(7);
    await archived();
    await base(1);
    const copies = await readdir(join(backupDir, 'base'));
    expect(copies).toHaveLength(1);
    const kept = await readdir(join(backupDir, 'wal'));
    expect(before.filter((name) => !kept.includes(name))).not.toEqual([]);
    await insert('last');
    await archived();
    await restore();
    expect(await names()).toContain('last');
  }, 120_000);

  it('refuses a folder that is not empty, and a time before the first copy', async () => {
    await expect(script('restore.sh', backupDir, server.dataDir)).rejects.toThrow(/is not empty/);
    const empty = join(folder, 'empty');
    await expect(script('restore.sh', backupDir, empty, '2020-01-01 00:00:00+00')).rejects.toThrow(
      /no copy in .* is from before/,
    );
  });
});

describe('the log of writes', () => {
  it('is kept once under a name: the same file again is fine, another one is refused', async () => {
    const wal = join(folder, 'wal');
    const file = join(folder, 'segment');
    await writeFile(file, 'one');
    await script('archive-wal.sh', file, '0A', wal);
    await script('archive-wal.sh', file, '0A', wal);
    await writeFile(file, 'two');
    await expect(script('archive-wal.sh', file, '0A', wal)).rejects.toThrow(/other content/);
    await script('fetch-wal.sh', '0A', join(folder, 'back'), wal);
    expect(await readFile(join(folder, 'back'), 'utf8')).toBe('one');
    await expect(script('fetch-wal.sh', '0B', join(folder, 'back'), wal)).rejects.toThrow();
  });
});

describe('uploaded files', () => {
  it('are copied that are new, and kept when they are removed', async () => {
    const [from, to] = [join(folder, 'blobs'), join(folder, 'copy')];
    await mkdir(join(from, 'objects', 'a'), { recursive: true });
    await writeFile(join(from, 'objects', 'a', 'one'), 'one');
    await script('copy-files.sh', from, to);
    await utimes(join(to, 'objects', 'a', 'one'), new Date(), new Date());
    await rm(join(from, 'objects', 'a', 'one'));
    await writeFile(join(from, 'objects', 'a', 'two'), 'two');
    await script('copy-files.sh', from, to);
    expect((await readdir(join(to, 'objects', 'a'))).sort()).toEqual(['one', 'two']);
  });
});

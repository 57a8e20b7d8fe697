import { type Kysely, sql, type Transaction } from 'kysely';
import { type SessionSettings, sessionSettingNames } from './session-settings.ts';

/** Returns the settings that this role has in this database, other roles and databases apart. */
export async function readRoleSettings<DB>(db: Kysely<DB>): Promise<SessionSettings> {
  const { rows } = await sql<{ setting: string }>`
    select unnest(s.setconfig) as setting from pg_db_role_setting s
    where s.setdatabase = (select oid from pg_database where datname = current_database())
      and s.setrole = (select oid from pg_roles where rolname = session_user)`.execute(db);
  return Object.fromEntries(
    rows.map(({ setting }) => {
      const at = setting.indexOf('=');
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}

/**
 * Writes settings as defaults of the connecting role in this database, which an ordinary role may do for itself, and
 * removes those of ours that are not wanted any more. What is right already is not written: the row in Postgres' catalog
 * refuses two writers at a time. Only connections that are opened from the commit on have them.
 * @param trx holds the lock of migrators
 * @returns the names that were written or removed
 */
export async function writeRoleSettings<DB>(
  trx: Transaction<DB>,
  wanted: SessionSettings,
): Promise<readonly string[]> {
  const has = await readRoleSettings(trx);
  const differing = sessionSettingNames.filter((name) => has[name] !== wanted[name]);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx);
  const role = sql`alter role session_user in database ${sql.id(rows[0]?.name ?? '')}`;
  for (const name of differing) {
    const value = wanted[name];
    const change =
      value === undefined ? sql`reset ${sql.id(name)}` : sql`set ${sql.id(name)} to ${sql.lit(value)}`;
    await sql`${role} ${change}`.execute(trx);
  }
  return differing;
}

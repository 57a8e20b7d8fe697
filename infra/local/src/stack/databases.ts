import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { StackError } from './stack-error.ts';

const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

/**
 * Creates, for each service, a database and a role that can access only it. Passwords are new at each start, since only
 * the services of this stack need them.
 * @param adminUrl URL of a role that may create both
 * @returns the service's URL by name of the database
 * @throws StackError if the server does not answer or the role may not create them
 */
export async function ensureDatabases(
  adminUrl: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const admin = new Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
  });
  try {
    await admin.connect();
    const urls = new Map<string, string>();
    for (const name of names) urls.set(name, await ensureDatabase(admin, adminUrl, name));
    return urls;
  } catch (error) {
    const { host, username } = new URL(adminUrl);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(`Postgres at ${host} (DATABASE_URL), as ${username}: ${reason}`, { cause: error });
  } finally {
    await admin.end().catch(() => undefined);
  }
}

async function ensureDatabase(admin: Client, adminUrl: string, name: string): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const role = escapeIdentifier(name);
  const roles = await admin.query('select from pg_roles where rolname = $1', [name]);
  const verb = roles.rowCount ? 'alter' : 'create';
  await admin.query(`${verb} role ${role} login password ${escapeLiteral(password)}`);
  const databases = await admin.query('select from pg_database where datname = $1', [name]);
  if (!databases.rowCount) {
    // Only a member of the role may make it the owner of a database; for a superuser the grant changes nothing.
    await admin.query(`grant ${role} to current_user`);
    await admin.query(`create database ${role} owner ${role} template template0 encoding 'UTF8'`);
    await admin.query(`revoke all on database ${role} from public`);
  }
  const url = new URL(adminUrl);
  url.username = name;
  url.password = password;
  url.pathname = `/${name}`;
  return url.href;
}

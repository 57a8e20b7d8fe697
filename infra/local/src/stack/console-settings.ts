import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { freePort } from '@redline/testkit/servers';
import { checkPort } from './check-port.ts';
import type { Paths } from './paths.ts';

/** The console of a stack, and what it and the gateway have to know of each other. */
export interface StackConsole {
  readonly url: string;
  readonly consoleEnv: Readonly<Record<string, string>>;
  readonly gatewayEnv: Readonly<Record<string, string>>;
}

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Chooses the settings of the console, which is at this machine alone whatever the API's address: it shows the mails that it
 * would send.
 * @param port 0 takes a free one
 */
export async function consoleSettings({
  paths,
  apiUrl,
  port,
}: {
  readonly paths: Paths;
  readonly apiUrl: string;
  readonly port: number;
}): Promise<StackConsole> {
  const host = '127.0.0.1';
  const ports = { console: port || (await freePort()), internal: await freePort() };
  await checkPort(host, ports.console);
  const url = `http://${host}:${ports.console}`;
  const shared = { DELEGATION_SECRETS: newSecret() };
  return {
    url,
    consoleEnv: {
      ...shared,
      HOST: host,
      PORT: String(ports.console),
      CONSOLE_URL: url,
      API_URL: apiUrl,
      GATEWAY_INTERNAL_URL: `http://${host}:${ports.internal}`,
      AUTH_SECRET: keptSecret(paths.consoleSecret),
      MAIL_DIR: paths.mail,
    },
    gatewayEnv: { ...shared, INTERNAL_HOST: host, INTERNAL_PORT: String(ports.internal) },
  };
}

/** Returns the secret in a file, which is made if it is missing: with another one at each start nobody stays signed in. */
function keptSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const secret = newSecret();
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}

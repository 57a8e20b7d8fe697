import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NatsServer, startNats, testServers } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBus } from '../src/bus/index.ts';
import { quiet } from './fixtures.ts';

const file = (name: string) => fileURLToPath(new URL(`tls/${name}.pem`, import.meta.url));
const nothing = { caFile: null, certFile: null, keyFile: null };
const own = { caFile: file('ca'), certFile: file('client'), keyFile: file('client-key') };

const configOf = (password: string) => `
tls {
  cert_file: ${JSON.stringify(file('server'))}
  key_file: ${JSON.stringify(file('server-key'))}
  ca_file: ${JSON.stringify(file('ca'))}
  verify: true
}
authorization { users = [ { user: "billing", password: "${password}" } ] }
`;

let nats: NatsServer;
let plain: NatsServer;
let folder: string;
let passwordFile: string;

beforeAll(async () => {
  const binary = testServers().natsServerBinary;
  folder = await mkdtemp(join(tmpdir(), 'redline-bus-tls-'));
  nats = await startNats({ binary, config: configOf('from a file'), storeDir: join(folder, 'nats') });
  plain = await startNats({ binary });
  passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'from a file\n', { mode: 0o600 });
});
afterAll(async () => {
  await nats.dispose();
  await plain.dispose();
  rmSync(folder, { recursive: true });
});

const urlOf = (server: NatsServer) => server.url.replace('nats://', 'tls://billing@');
const connect = (server: NatsServer, options: Partial<Parameters<typeof connectBus>[0]>) =>
  connectBus({ url: urlOf(server), name: 'billing', log: quiet, connectTimeoutMs: 300, ...options });

describe('a bus over TLS', () => {
  it('is reached with its authority, an own certificate and the password of a file', async () => {
    const bus = await connect(nats, { passwordFile, tls: own });
    await bus.ping();
    expect(bus.inboxPrefix).toBe('_INBOX_billing');
    await bus.close();
  });

  it('reads the password again when the server knows another', async () => {
    const bus = await connect(nats, { passwordFile, tls: own });
    await bus.ping();
    await nats.stop();
    writeFileSync(join(folder, 'nats', 'server.conf'), configOf('another'));
    writeFileSync(passwordFile, 'another');
    await nats.start();
    await expect.poll(() => bus.connected).toBe(true);
    await expect
      .poll(() =>
        bus.ping().then(
          () => 'answered',
          () => 'silent',
        ),
      )
      .toBe('answered');
    await bus.close();
  });

  it('is not spoken to when its authority is not trusted, nor without a certificate where it asks for one', async () => {
    await expect(connect(nats, { passwordFile, tls: nothing })).rejects.toThrow(/certificate/);
    await expect(connect(nats, { passwordFile, tls: { ...nothing, caFile: own.caFile } })).rejects.toThrow(
      /^NATS_URL: /,
    );
  });

  it('is given no password by a client that was told to use TLS, where the server has none', async () => {
    await expect(connect(plain, { passwordFile, tls: own })).rejects.toThrow(/does not support 'tls'/);
    const url = plain.url.replace('nats://', 'nats://billing@');
    await expect(connect(plain, { url, passwordFile, tls: own })).rejects.toThrow(/does not support 'tls'/);
  });

  it('names the file of a password that cannot be read', async () => {
    const missing = join(folder, 'missing');
    await expect(connect(nats, { passwordFile: missing, tls: own })).rejects.toThrow(missing);
  });
});

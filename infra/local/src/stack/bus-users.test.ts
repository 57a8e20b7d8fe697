import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { busUsers } from '@redline/contracts/bus-users';
import { expect, it } from 'vitest';
import { services } from './services.ts';

const apps = fileURLToPath(new URL('../../../../apps', import.meta.url));

/** Texts in the sources of a service that are names of consumers: its own name, and what begins with it. */
function consumersIn(service: string): ReadonlySet<string> {
  const files = globSync('src/{app.ts,handlers/**/*.ts}', { cwd: join(apps, service) });
  const text = files.map((file) => readFileSync(join(apps, service, file), 'utf8')).join('\n');
  const named = text.matchAll(/(?:durable: |Consumer = |reconciled = |^ +)'([a-z-]+)'/gm);
  return new Set([...named].flatMap(([, name]) => (name?.startsWith(service) ? [name] : [])));
}

it.each(services)('the consumers of $name are those that its user may have', ({ name }) => {
  const { takes, follows } = { takes: {}, follows: {}, ...busUsers[name] };
  expect([...consumersIn(name)].sort()).toEqual([...Object.keys(takes), ...Object.keys(follows)].sort());
});

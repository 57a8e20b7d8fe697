import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noticesFile, shippedPackages, thirdPartyText } from './checks/licences.ts';

/** Entry of `node infra/local/src/third-party.ts`: writes the list of third-party software at the root. */
const cwd = fileURLToPath(new URL('../../..', import.meta.url));
const env = { ...process.env, PATH: `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}` };
const packages = await shippedPackages({ cwd, env, timeoutMs: 60_000 });
writeFileSync(join(cwd, noticesFile), thirdPartyText(packages));
process.stdout.write(`${noticesFile} names ${packages.length} packages\n`);

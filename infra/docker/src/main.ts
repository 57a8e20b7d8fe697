import { resolve } from 'node:path';
import { bundleService } from './bundle.ts';

/** Entry of `node infra/docker/src/main.ts SERVICE OUT_DIR`, called by the Dockerfile. */
const [service, outDir] = process.argv.slice(2);
if (service && outDir) {
  await bundleService(service, resolve(outDir));
} else {
  process.stderr.write('usage: node infra/docker/src/main.ts SERVICE OUT_DIR\n');
  process.exitCode = 1;
}

import { resolve } from 'node:path';
import { bundleService } from './bundle.ts';
import { bundleCommandLine, commandLine } from './bundle-command-line.ts';

/**
 * Entry of `node infra/docker/src/main.ts SERVICE OUT_DIR`, called by the Dockerfile. With `command-line` for SERVICE it
 * writes the npm package of the command line.
 */
const [service, outDir] = process.argv.slice(2);
if (service === commandLine && outDir) {
  await bundleCommandLine(resolve(outDir));
} else if (service && outDir) {
  await bundleService(service, resolve(outDir));
} else {
  process.stderr.write('usage: node infra/docker/src/main.ts SERVICE|command-line OUT_DIR\n');
  process.exitCode = 1;
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newSecrets } from './new-secrets.ts';
import { overlays } from './overlays.ts';
import { render } from './render.ts';
import { renderedDir } from './rendered-dir.ts';
import { workloads } from './workloads.ts';

const usage = `npm run -s k8s             writes the manifests into infra/k8s/rendered
npm run -s k8s -- secrets  prints the secrets that a cluster needs, with new passwords`;

async function writeAll(): Promise<void> {
  const files = render(workloads, overlays);
  await rm(renderedDir, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = join(renderedDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  process.stdout.write(`${files.size} files in infra/k8s/rendered\n`);
}

const [command, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (command !== undefined && command !== 'secrets')) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else if (command === 'secrets') {
  process.stdout.write(newSecrets());
} else {
  await writeAll();
}

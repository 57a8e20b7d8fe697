import { fileURLToPath } from 'node:url';
import { buildPackage } from './build-package.ts';

/** Builds the package into `dist`, which is emptied first: `npx pnpm build`. */
await buildPackage(fileURLToPath(new URL('../dist', import.meta.url)));

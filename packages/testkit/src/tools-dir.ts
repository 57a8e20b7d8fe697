import { fileURLToPath } from 'node:url';

/** Where programs are kept that tests have fetched, in this checkout. */
export const toolsDir = fileURLToPath(new URL('../../../.redline/tools', import.meta.url));

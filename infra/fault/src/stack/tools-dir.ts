import { fileURLToPath } from 'node:url';

/** Where fetched programs are kept, shared with `npm start`. */
export const toolsDir = fileURLToPath(new URL('../../../../.redline/tools', import.meta.url));

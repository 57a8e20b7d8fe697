import { fileURLToPath } from 'node:url';

/** The folder of the rendered manifests, which are kept with the code so that a change of them is seen in its review. */
export const renderedDir = fileURLToPath(new URL('../rendered/', import.meta.url));

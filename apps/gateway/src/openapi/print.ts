import { openApiDocument } from './document.ts';

/** Command line: prints the document that is served at `/openapi.json`, without a server. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { typesOfDocument } from './types-of-document.ts';

/** Writes `src/contract/schemas.ts` of an OpenAPI document: `npx pnpm generate http://127.0.0.1:8080/openapi.json`. */
const target = fileURLToPath(new URL('../src/contract/schemas.ts', import.meta.url));
const timeoutMs = 10_000;

/** Reads a document from its address, or from a file. */
async function read(source: string): Promise<string> {
  if (!URL.canParse(source)) return readFile(source, 'utf8');
  const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${source} was answered ${response.status}`);
  return response.text();
}

const [source] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('name the OpenAPI document: the URL of /openapi.json, or a file\n');
  process.exit(1);
}
await writeFile(target, await typesOfDocument(JSON.parse(await read(source))));

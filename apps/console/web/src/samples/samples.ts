import type { SiteId } from '@redline/client';

/** The body of a text check, as the contract of its site has it. */
export type CheckBody = Readonly<Record<string, string | boolean>>;

/** A call to be written as code. */
export interface SampleCall {
  readonly site: SiteId;
  /** Address of the API, as `https://api.example.com`. */
  readonly apiUrl: string;
  readonly body: CheckBody;
}

const prefixes: Readonly<Record<SiteId, string>> = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' };

/** Writes the call for a POSIX shell; the key comes from the environment. */
export function curlSample({ site, apiUrl, body }: SampleCall): string {
  const json = JSON.stringify(body, null, 2);
  return `curl -sS ${inShell(`${apiUrl}${prefixes[site]}/text/checks?wait=10`)} \\
  -H "Authorization: Bearer $REDLINE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${inShell(json)}
`;
}

/** Quotes a text for a POSIX shell, in which single quotes leave everything as it is. */
const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Writes the call for the TypeScript client. */
export function typescriptSample({ site, apiUrl, body }: SampleCall): string {
  const fields = Object.entries(body).map(([name, value]) => `    ${name}: ${inTypescript(value)},`);
  return `import { createClient } from '@redline/client';

const redline = createClient({
  baseUrl: ${inTypescript(apiUrl)},
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: '${site}',
});

const check = await redline.checks.text
  .create({
${fields.join('\n')}
  })
  .wait();

console.log(check.riskLevel);
for (const risk of check.risks) console.log(risk.severity, risk.matchedText, risk.suggestion);
`;
}

/** JSON's strings are strings of JavaScript as well. */
const inTypescript = (value: string | boolean) =>
  typeof value === 'string' && !/['\\\p{Cc}\u2028\u2029]/u.test(value) ? `'${value}'` : JSON.stringify(value);

/** Writes the call for the Python client. */
export function pythonSample({ site, apiUrl, body }: SampleCall): string {
  const fields = Object.entries(body).map(([name, value]) => `        ${snake(name)}=${inPython(value)},`);
  return `import os

from redline import Redline

with Redline(os.environ["REDLINE_API_KEY"], ${inPython(apiUrl)}, site="${site}") as client:
    check = client.text_checks.create(
${fields.join('\n')}
    ).wait()

print(check.risk_level)
for risk in check.risks:
    print(risk.severity, risk.matched_text, risk.suggestion)
`;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON's strings are strings of Python as well but for lone surrogates, which Python reads and cannot write. */
const inPython = (value: string | boolean) =>
  typeof value === 'string' ? JSON.stringify(value) : value ? 'True' : 'False';

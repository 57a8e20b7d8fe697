import type { Case } from './events.ts';
import type { Breach, Tally } from './tally.ts';

const classes = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
/** Of a request and of an answer: the report of the round has all of them. */
const charactersMax = 2_000;

/** Renders a run: cases by operation and class of status, refusals by their reason, and every breach with its request. */
export function reportOf(tally: Tally): string[] {
  const rows = [...tally.operations].sort(([one], [other]) => one.localeCompare(other));
  const width = Math.max(9, ...rows.map(([operation]) => operation.length));
  const cells = (counts: readonly (number | string)[]): string =>
    counts.map((count) => String(count).padStart(7)).join('');
  return [
    `${'operation'.padEnd(width)}${cells(classes)}`,
    ...rows.map(
      ([operation, counts]) =>
        `${operation.padEnd(width)}${cells(classes.map((name) => counts.get(name) ?? 0))}`,
    ),
    '',
    ...[...tally.refused].sort().map(([name, count]) => `no breach: ${name}, ${count} times`),
    ...tally.untried.map((what) => `not tried, since the program could not generate it: ${what}`),
    ...[...tally.breaches.values()].flatMap(breachLines),
    ...tally.errors.map((text) => `\nERROR of the program: ${text.slice(0, charactersMax)}`),
  ];
}

function breachLines({ check, operation, message, first, count }: Breach): string[] {
  return [
    '',
    `BREACH of ${check}: ${operation}, ${count} times`,
    ...message.split('\n').map((line) => `  ${line}`),
    `  answered ${first.status ?? 'nothing'}: ${first.answer.slice(0, charactersMax)}`,
    `  ${curlOf(first).slice(0, charactersMax)}`,
  ];
}

/** The program sets these by itself, and curl its own. */
const ownHeaders = /^(user-agent|accept|accept-encoding|connection|content-length|host|x-schemathesis-.*)$/i;

/** Renders a case as a command; its key and its address are of a stack that is gone, so they are variables. */
export function curlOf({ method, url, headers, body }: Case): string {
  const { pathname, search } = new URL(url);
  const given = Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, [first = '']]) =>
      name.toLowerCase() === 'authorization' && first.startsWith('Bearer svc_live_')
        ? '-H "Authorization: Bearer $KEY"'
        : `-H ${quoted(`${name}: ${first}`)}`,
    );
  const data = body.length === 0 ? [] : ['--data-raw', quoted(body.toString())];
  return ['curl', '-X', method, ...given, ...data, `"$URL"${quoted(pathname + search)}`].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

import { parseArgs } from 'node:util';
import { sites } from '@redline/contracts';
import { ConfigError } from '@redline/service-kit/config';
import { createDb, limitStatements } from '@redline/service-kit/db';
import { readDatabaseUrl } from './config.ts';
import { selectionOf } from './domain/place.ts';
import { listTexts, type TextRange } from './store/list-texts.ts';
import type { Tables } from './store/tables.ts';

export const listTextsCommand = 'list-texts';

const limitMax = 20_000;
const statementTimeoutMs = 60_000;

/**
 * The command: writes stored texts to standard output, one JSON object a line, for a replay on other packs. It writes no
 * text anywhere else.
 * @returns the exit code
 */
export async function listTextsTo(output: NodeJS.WritableStream, args: readonly string[]): Promise<number> {
  try {
    const range = readRange(args);
    const db = createDb<Tables>({
      url: readDatabaseUrl(),
      poolMax: 1,
      statementTimeoutMs,
      applicationName: 'text-engine-list-texts',
    });
    try {
      const texts = await db.transaction().execute(async (trx) => {
        await limitStatements(trx, statementTimeoutMs);
        return listTexts(trx, range);
      });
      for (const { id, text, ...place } of texts)
        output.write(`${JSON.stringify({ id, site: range.siteId, text, selection: selectionOf(place) })}\n`);
    } finally {
      await db.destroy();
    }
    return 0;
  } catch (error) {
    const isUsage = error instanceof ConfigError || error instanceof TypeError || error instanceof RangeError;
    if (!isUsage) throw error;
    process.stderr.write(`text-engine: ${error.message}\n${usage}\n`);
    return 1;
  }
}

const usage = `usage: ${listTextsCommand} --site SITE --from TIME [--until TIME] [--limit N], times as 2026-11-01T00:00Z`;

/**
 * Reads the command line.
 * @throws TypeError or RangeError for one that is not as `usage` says
 */
export function readRange(args: readonly string[]): TextRange {
  const { values } = parseArgs({
    args: [...args],
    options: {
      site: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string', default: new Date().toISOString() },
      limit: { type: 'string', default: '1000' },
    },
  });
  const siteId = sites.find(({ id }) => id === values.site)?.id;
  if (siteId === undefined)
    throw new TypeError(`--site takes one of ${sites.map(({ id }) => id).join(', ')}`);
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax)
    throw new RangeError(`--limit takes a whole number up to ${limitMax}`);
  return { siteId, from: timeOf('from', values.from), until: timeOf('until', values.until), limit };
}

function timeOf(name: string, written: string | undefined): Date {
  const time = new Date(written ?? '');
  if (Number.isNaN(time.getTime())) throw new RangeError(`--${name} takes a time`);
  return time;
}

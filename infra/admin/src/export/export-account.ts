import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { billingRequests } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { ask, RefusedError } from '../ask.ts';
import {
  chargesOf,
  grantsOf,
  keysOf,
  recordsOf,
  reportsOf,
  settingsOf,
  sitesOf,
  tenantsOf,
  webhookEndpointsOf,
  wordsOf,
} from './account-data.ts';
import { type ExportedFile, readmeOf } from './readme.ts';
import { uploadsOf } from './uploads.ts';

export interface ExportOptions {
  readonly accountId: string;
  /** Who exports, for the log of the services. */
  readonly operator: string;
  /** Made if it is not there; must be empty. */
  readonly folder: string;
  /** Copies uploaded files, too. */
  readonly media: boolean;
  /** Tells how far it is. */
  readonly note: (sentence: string) => void;
}

interface Part {
  readonly file: string;
  readonly holds: string;
  readonly lines: AsyncIterable<object>;
}

const ofRecords = 'as the API answers a read of it, newest first';

function partsOf(
  bus: Bus,
  { accountId, folder, media }: ExportOptions,
  onNotCopied: () => void,
): readonly Part[] {
  const uploads = uploadsOf(bus, accountId, media ? join(folder, 'media') : null);
  return [
    {
      file: 'sites.jsonl',
      holds: 'plan, credits and usage of this month, on each site',
      lines: sitesOf(bus, accountId),
    },
    { file: 'keys.jsonl', holds: 'API keys, without the keys themselves', lines: keysOf(bus, accountId) },
    { file: 'tenants.jsonl', holds: 'end tenants that have had data', lines: tenantsOf(bus, accountId) },
    { file: 'grants.jsonl', holds: 'credits that were granted', lines: grantsOf(bus, accountId) },
    {
      file: 'charges.jsonl',
      holds: 'what was charged and refunded, newest first',
      lines: chargesOf(bus, accountId),
    },
    {
      file: 'text-checks.jsonl',
      holds: `text checks with their rewrites, ${ofRecords}`,
      lines: recordsOf(bus, accountId, 'text'),
    },
    {
      file: 'image-checks.jsonl',
      holds: `image checks, ${ofRecords}`,
      lines: recordsOf(bus, accountId, 'image'),
    },
    {
      file: 'video-checks.jsonl',
      holds: `video checks, ${ofRecords}`,
      lines: recordsOf(bus, accountId, 'video'),
    },
    { file: 'batches.jsonl', holds: `batches, ${ofRecords}`, lines: recordsOf(bus, accountId, 'batch') },
    {
      file: 'reports.jsonl',
      holds: 'the newest report of each video check',
      lines: reportsOf(bus, accountId),
    },
    { file: 'words.jsonl', holds: 'custom words', lines: wordsOf(bus, accountId) },
    {
      file: 'webhook-endpoints.jsonl',
      holds: 'webhook endpoints, without their secrets',
      lines: webhookEndpointsOf(bus, accountId),
    },
    {
      file: 'settings.jsonl',
      holds: 'switches of words, and dismissed notices',
      lines: settingsOf(bus, accountId),
    },
    {
      file: 'uploads.jsonl',
      holds: media
        ? 'uploaded files that are stored, with their copies'
        : 'uploaded files that are stored, with URLs that last an hour',
      lines: counting(uploads, onNotCopied),
    },
  ];
}

async function* counting(
  uploads: AsyncIterable<{ readonly notCopied?: string }>,
  onNotCopied: () => void,
): AsyncGenerator<object> {
  for await (const upload of uploads) {
    if (upload.notCopied !== undefined) onNotCopied();
    yield upload;
  }
}

/**
 * Exports what an account has into a folder: JSON lines of each kind, a README for people, and a manifest with the counts,
 * which is written last: without it an export broke off. Pages are read and written one after another, so that an account
 * of any size takes the same memory.
 * @returns the files with their counts, and how many uploads could not be copied
 * @throws RefusedError if there is no such account, it is closed, or the folder is not empty
 */
export async function exportAccount(bus: Bus, options: ExportOptions) {
  const { accountId, operator, folder, note } = options;
  const { outcome: _, ...identity } = await ask(bus, billingRequests.accountIdentity, {
    accountId,
    operator,
  });
  if (identity.closedAt !== null)
    throw new RefusedError(
      `the account ${accountId} was closed at ${identity.closedAt} and is erased: export comes before`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new RefusedError(`the folder ${folder} is not empty: an export begins a new one`);
  const exportedAt = new Date().toISOString();
  await writeNew(join(folder, 'account.json'), `${JSON.stringify(identity, null, 2)}\n`);
  let notCopied = 0;
  const countNotCopied = () => {
    notCopied += 1;
  };
  const files: ExportedFile[] = [];
  for (const { lines, ...part } of partsOf(bus, options, countNotCopied)) {
    const count = await writeLines(join(folder, part.file), lines);
    files.push({ ...part, lines: count });
    note(`${part.file}: ${count}`);
  }
  await writeNew(join(folder, 'README.md'), readmeOf({ accountId, exportedAt, files, notCopied }));
  const manifest = {
    version: 1,
    accountId,
    operator,
    exportedAt,
    completedAt: new Date().toISOString(),
    notCopied,
    files,
  };
  await writeNew(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { files, notCopied };
}

/** Only its owner may read what an account has. */
const writeNew = (file: string, content: string) => writeFile(file, content, { flag: 'wx', mode: 0o600 });

/** @returns the number of lines */
async function writeLines(file: string, lines: AsyncIterable<object>): Promise<number> {
  let count = 0;
  async function* rendered() {
    for await (const line of lines) {
      count += 1;
      yield `${JSON.stringify(line)}\n`;
    }
  }
  await pipeline(Readable.from(rendered()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return count;
}

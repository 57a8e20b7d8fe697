import { createHash } from 'node:crypto';
import type { Client, Fields } from './client.ts';
import { ended, idOf, imageBody, type SiteData, type UnfinishedData } from './create-data.ts';

/** The reads of everything that has ended: bodies of GET, and hashes of uploaded files, by address. */
export type Snapshot = ReadonlyMap<string, string>;

/** Reads everything that has ended on a site, byte by byte, with the files that it refers to. */
export async function readSnapshot({ client, paths, picture, video }: SiteData): Promise<Snapshot> {
  const snapshot = new Map<string, string>();
  const files = new Set([picture.url, video.url]);
  for (const path of paths) {
    const { status, text } = await client.ask('GET', path);
    snapshot.set(`${client.site} ${path}`, `${status} ${withoutSignatures(text)}`);
    for (const [url] of text.matchAll(assetUrls)) files.add(JSON.parse(`"${url}"`));
  }
  for (const url of files) {
    const response = await fetch(url, { signal: AbortSignal.timeout(fileTimeoutMs) });
    const hash = createHash('sha256').update(Buffer.from(await response.arrayBuffer()));
    snapshot.set(`${client.site} ${withoutSignatures(url)}`, `${response.status} ${hash.digest('hex')}`);
  }
  return snapshot;
}

const fileTimeoutMs = 20_000;
const assetUrls = /http[^"]+\/assets\/[^"]+/g;

/** Addresses of frames are signed anew whenever they are read. */
export const withoutSignatures = (text: string): string => text.replace(/\?expires=[^"]+/g, '?signed');

/** Returns the differences between two snapshots, a line for each address. */
export function changesOf(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([address, body]) => {
    const now = after.get(address) ?? 'nothing';
    return now === body ? [] : [`${address} has changed\n    before ${body}\n    after  ${now}`];
  });
}

/** The outcome of a record that the killed stack had accepted. */
export interface Outcome {
  readonly site: string;
  readonly id: string;
  /** Whether it was completed, with all of its items. */
  readonly isCompleted: boolean;
}

/** Waits for what the killed stack had accepted. */
export async function outcomesOf(client: Client, unfinished: readonly UnfinishedData[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { site, path } of unfinished) {
    const record = await ended(client, path);
    const items = (record['items'] ?? []) as readonly Fields[];
    const isCompleted = [record, ...items].every(({ status }) => status === 'completed');
    outcomes.push({ site, id: idOf(record), isCompleted });
  }
  return outcomes;
}

/** A charge as the operator's list has it. */
export interface Charge {
  readonly operationId: string;
  readonly refunded: number;
}

/** Gives a line for each record that was not completed and not paid back either. */
export const faultsOfOutcomes = (outcomes: readonly Outcome[], charges: readonly Charge[]): string[] =>
  outcomes
    .filter(
      ({ id, isCompleted }) =>
        !isCompleted && !charges.some((one) => one.operationId === id && one.refunded > 0),
    )
    .map(({ site, id }) => `${site} ${id} was neither completed nor refunded`);

/** Uses what the older stack has kept: words, uploads, an idempotency key. Gives a line for each that does not serve. */
export async function faultsOfUse({ client, copy, picture, idempotent }: SiteData): Promise<string[]> {
  const faults: string[] = [];
  const id = idOf(await client.post('/text/checks', { text: copy.withWords, ...copy.place }));
  const { customRisks } = (await ended(client, `/text/checks/${id}`)) as {
    readonly customRisks?: readonly Fields[];
  };
  const found = new Set(customRisks?.map(({ matchedText }) => String(matchedText).toLowerCase()));
  for (const word of copy.words)
    if (!found.has(word.toLowerCase())) faults.push(`${client.site}: the own word ${word} was not found`);
  const image = await client.post('/image/checks', imageBody(picture));
  if (image['status'] !== 'completed') faults.push(`${client.site}: ${JSON.stringify(image)}`);
  const again = await client.ask('POST', '/text/checks', idempotent.body, idempotent.headers);
  if (again.data?.['id'] !== idempotent.id)
    faults.push(`${client.site}: the idempotency key was answered ${again.status} ${again.text}`);
  return faults;
}

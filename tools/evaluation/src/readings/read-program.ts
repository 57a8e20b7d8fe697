import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { structureOf } from '@redline/rule-engine/document';
import { languages } from '@redline/rule-engine/language';
import { loadReader, openReaderRuntime, type ReaderMode } from '@redline/rule-engine/load';
import type { Readings, TextToRead } from './readings.ts';

/**
 * Program: `read-program.ts READER TEXTS OUTPUT MODE` writes what the reader in a folder reads in texts. Little is imported:
 * an emulated processor takes minutes for what takes a moment here.
 */
const [folder = '', texts = '', output = '', mode = 'auto'] = process.argv.slice(2);
const languageOf: Readonly<Record<string, keyof typeof languages>> = { us: 'en', id: 'id', main: 'zh' };

const kind = await openReaderRuntime(mode as ReaderMode);
const reader = loadReader(folder);
const readings: Readings = {
  readBy: `${kind}, Node ${process.version}, ${process.arch}, ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  weights: createHash('sha256')
    .update(readFileSync(join(folder, 'reader.json')))
    .digest('hex'),
  thresholds: Object.fromEntries(
    [...reader.model.law].map(([site, law]) => [
      site,
      [law.reportThreshold, law.lawfulThreshold, law.clearlyLawfulThreshold, law.certainlyLawfulThreshold],
    ]),
  ),
  texts: (JSON.parse(readFileSync(texts, 'utf8')) as TextToRead[]).map(({ id, site, text }) => {
    const { sentences, tokens } = structureOf(text, languages[languageOf[site] ?? 'en']);
    const starts = sentences.map(({ first }, at) => (at === 0 ? 0 : (tokens[first]?.start ?? 0)));
    return { id, site, unlawful: reader.read(text, starts, site).sentences.map(({ unlawful }) => unlawful) };
  }),
};
writeFileSync(output, JSON.stringify(readings));

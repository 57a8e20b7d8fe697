import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundText } from './found-text.ts';
import { passagesOf } from './passages.ts';
import { passagesIn } from './read-folder.ts';
import { htmlParagraphs } from './read-formats.ts';
import { runProgram } from './run-program.ts';
import type { SourceList } from './source-list.ts';

const passagesMax = 3_000;

/**
 * Reads Debian's translated descriptions, its software catalogue and the manuals of packages, from the mirror that apt is
 * configured for, into lists of our own: those of the system stay as they are.
 * @param print tells of what could not be had
 */
export function debianTexts(
  { translations, catalogue, packages }: SourceList['debian'],
  folder: string,
  print: (line: string) => void,
): FoundText[] {
  const lists = join(folder, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const options = aptOptions(lists, translations, catalogue);
  runProgram('apt-get', ['update', '--quiet', ...options], folder);
  const files = readdirSync(lists).map((name) => join(lists, name));
  const descriptions = files.filter((file) => /i18n_Translation-/.test(file)).flatMap(translatedTexts);
  const catalogues = files.filter((file) => /dep11_Components/.test(file)).flatMap(catalogueTexts);
  const manuals = packages.flatMap((source) => {
    try {
      return manualTexts(source, options, folder);
    } catch (error) {
      print(`left out: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return [...descriptions, ...catalogues, ...manuals];
}

function aptOptions(lists: string, translations: readonly string[], catalogue: boolean): string[] {
  const catalogueOf = 'Acquire::IndexTargets::deb::DEP-11';
  return [
    `Dir::State::Lists=${lists}`,
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
    `Acquire::Languages=${translations.join(',')}`,
    'Acquire::GzipIndexes=false',
    'APT::Sandbox::User=root',
    `${catalogueOf}::MetaKey=$(COMPONENT)/dep11/Components-$(NATIVE_ARCHITECTURE).yml`,
    `${catalogueOf}::ShortDescription=DEP-11`,
    `${catalogueOf}::Description=$(RELEASE)/$(COMPONENT) catalogue`,
    `${catalogueOf}::KeepCompressed=false`,
    `${catalogueOf}::DefaultEnabled=${catalogue}`,
  ].flatMap((option) => ['-o', option]);
}

/** Reads a file of translated descriptions: the first line is the short one, ` .` ends a paragraph. */
export function translatedTexts(file: string): FoundText[] {
  const records = readFileSync(file, 'utf8').split('\n\n');
  return records.flatMap((record) => {
    const body = record.match(/^Description-(?!md5)[\w-]+: ([\s\S]*)/m)?.[1] ?? '';
    const paragraphs = body
      .split(/\n \.\n|\n(?= {2,}\S)/)
      .map((text) => text.replace(/\n /g, ' ').replace(/\s+/g, ' '));
    return passagesOf(paragraphs).map((text) => ({
      source: 'debian:descriptions',
      kind: 'neutral' as const,
      text,
    }));
  });
}

/**
 * Reads what the makers of programs say of them in all languages. The file has 50 MB of YAML with known indentation: it is
 * read by lines.
 */
export function catalogueTexts(file: string): FoundText[] {
  const content = readFileSync(file, 'utf8');
  const blocks = content.matchAll(/^ {2}(?:C|id|zh[-_]CN|en[-_]GB): >-\n((?: {4}.*\n)+)/gm);
  return [...blocks].flatMap(([, block = '']) =>
    passagesOf(htmlParagraphs(block)).map((text) => ({
      source: 'debian:catalogue',
      kind: 'marketing' as const,
      text,
    })),
  );
}

function manualTexts(
  { name, below }: SourceList['debian']['packages'][number],
  options: readonly string[],
  folder: string,
): FoundText[] {
  const unpacked = join(folder, 'package');
  mkdirSync(unpacked, { recursive: true });
  try {
    runProgram('apt-get', ['download', '--quiet', ...options, name], unpacked);
    const [archive = ''] = readdirSync(unpacked);
    runProgram('dpkg-deb', ['-x', archive, 'files'], unpacked);
    const texts = below.flatMap((path) => passagesIn(join(unpacked, 'files', path), passagesMax));
    return texts.map((text) => ({ source: `debian:${name}`, kind: 'neutral' as const, text }));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPackFiles } from './check-pack-files.ts';

const packOf = (site: string): string => fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url));

it.each(['us', 'id', 'main'])('the files of %s are written as they should be', (site) => {
  expect(checkPackFiles(packOf(site))).toEqual([]);
});

describe('the files of a pack', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'));
    cpSync(packOf('us'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const faultsAfter = (file: string, change: (content: string) => string): string[] => {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    return checkPackFiles(folder).map(
      (fault) => `${fault.file.replace(/^.*pack-[^/]*\//, '')}:${fault.line}: ${fault.reason}`,
    );
  };
  const topic = 'topics/made_in_usa/topic.yaml';

  it('have lines of at most 120 characters', () => {
    expect(faultsAfter(topic, (content) => `# ${'x'.repeat(119)}\n${content}`)).toEqual([
      `${topic}:1: 121 characters in a line, of at most 120`,
    ]);
  });

  it('say a text once', () => {
    const said = /\n {2}category: (.*)/.exec(readFileSync(join(folder, topic), 'utf8'))?.[1] ?? '';
    const [fault] = faultsAfter('texts.yaml', (content) => `${content}  copied: ${said}\n`);
    expect(fault).toMatch(
      /^topics\/made_in_usa\/topic\.yaml:\d+: the text stands in .*texts\.yaml:\d+ already$/,
    );
  });

  it('name the law of several articles once', () => {
    const name = '    name: Federal Trade Commission Act\n';
    expect(faultsAfter('citations.yaml', (content) => content.replace('    law: ftc-act\n', name))).toEqual([
      expect.stringMatching(/^laws\.yaml:\d+: the name of the law stands in .*citations\.yaml:\d+ already$/),
    ]);
  });

  it('hold no text whose name nothing uses', () => {
    const unused = 'texts:\n  idle: { en-US: Nobody says this, zh-CN: 无 }\n';
    expect(faultsAfter(topic, (content) => content + unused)).toEqual([
      expect.stringMatching(/made_in_usa\/topic\.yaml:\d+: no rule and no label uses "idle"$/),
    ]);
  });

  it('are in the manifest, and the manifest names nothing else', () => {
    const faults = faultsAfter('manifest.yaml', (content) =>
      content.replace('file: fixes.yaml', 'file: fix.yaml'),
    );
    expect(faults).toEqual([
      expect.stringMatching(/^manifest\.yaml:\d+: there is no fix\.yaml$/),
      'manifest.yaml:1: fixes.yaml is not listed',
    ]);
  });
});

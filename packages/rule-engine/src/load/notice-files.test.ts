import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNoticeExamples } from '../notices/check-examples.ts';
import { loadNotices, readNotices } from './notice-files.ts';
import { describeFault } from './yaml-source.ts';

const packs = fileURLToPath(new URL('../../../../packs/main', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notices-'));
  for (const file of ['pack', 'grammar', 'spellings', 'citations', 'laws'])
    cpSync(join(packs, `${file}.yaml`), join(folder, `${file}.yaml`));
  for (const part of ['lexicons', 'notices']) {
    cpSync(join(packs, part), join(folder, part), { recursive: true });
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the faults of the notices after a change of one of their files, without their places. */
function faultsAfter(file: string, from: string | RegExp, to: string): string[] {
  const path = join(folder, 'notices', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  const result = readNotices(folder);
  return 'faults' in result ? result.faults.map(({ reason }) => reason) : [];
}

describe('a fault in the notices is named', () => {
  it.each([
    ['notices.yaml', 'ad-law-9-8', 'ad-law-9-88', 'main.notice.occult: unknown citation "ad-law-9-88"'],
    [
      'notices.yaml',
      'shortdrama_platform',
      'tv',
      'main.notice.microdrama.drama-platform: unknown platform "tv"',
    ],
    [
      'notices.yaml',
      'productLine: duanju',
      'productLine: tv',
      'main.notice.microdrama: unknown product line "tv"',
    ],
    [
      'notices.yaml',
      'industry: auto',
      'industry: slimming',
      'notices.13.industry: this industry never calls for a notice',
    ],
    [
      'notices.yaml',
      /^ {4}mechanism: prohibited/m,
      '    mechanism: filing',
      'notices.0: credentials are listed unless there is no way in',
    ],
    [
      'notices.yaml',
      'label: 网络微短剧',
      'label: 短剧',
      'main.notice.microdrama: main.notice.microdrama.drama-platform has another label or mechanism',
    ],
    ['notices.yaml', 'industry: auto', 'industry: legal', 'no notice of auto holds on every platform'],
    [
      'citations.yaml',
      'id: cosmetics-reg-4,',
      'id: cosmetics-reg-4, inForceFrom: null,',
      'main.notice.beauty: the first citation must say since when',
    ],
    ['keywords/auto.yaml', 'industry: auto', 'industry: legal', 'there are no keywords of auto'],
    [
      'keywords/auto.yaml',
      'offers:\n',
      'offers:\n  - "[0-3]车"\n',
      'a pattern may not begin or end with a gap: "[0-3]车"',
    ],
  ])('in %s: %s → %s', (file, from, to, reason) => {
    expect(faultsAfter(file, from, to)).toContain(reason);
  });

  it('with its file and line', () => {
    faultsAfter('notices.yaml', 'ad-law-9-8', 'ad-law-9-88');
    expect(() => loadNotices(folder)).toThrow(
      /notices\/notices\.yaml:\d+: main\.notice\.occult: unknown citation/,
    );
  });

  it('where an example is not found, or found against its will', () => {
    const text = 'hit:\n  - 今天的云像一群羊。\n';
    expect(faultsAfter('keywords/auto.yaml', 'hit:\n', text)).toEqual([]);
    expect(
      faultsAfter(
        'keywords/auto.yaml',
        'dropped:\n',
        'dropped:\n  - { text: 月底清库，现车直降，预约试驾。, keywords: [试驾] }\n',
      ),
    ).toEqual([]);
    const said = checkNoticeExamples(loadNotices(folder)).map(describeFault);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/auto\.yaml:\d+: auto: no keyword is in "今天的云像一群羊。"$/);
    expect(said[1]).toMatch(/auto: .+ is not dropped: "月底清库，现车直降，预约试驾。"$/);
  });
});

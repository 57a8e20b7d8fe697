import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPack } from './pack-files.ts';
import { describeFault } from './yaml-source.ts';

const us = fileURLToPath(new URL('../../../../packs/us', import.meta.url));
const head = `topic: test_topic
defaults:
  severity: low
  category: { en-US: Test, zh-CN: 测试 }
  suggestion: { en-US: Change it, zh-CN: 请修改 }
  citations: [ftc-act-5]
rules:
`;

describe('a pack with a fault', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'));
    cpSync(us, folder, { recursive: true });
    for (const file of readdirSync(join(folder, 'rules'))) rmSync(join(folder, 'rules', file));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const faultsOf = (rule: string): string[] => {
    writeFileSync(join(folder, 'rules', 'test_topic.yaml'), head + rule);
    const result = readPack(folder);
    return 'faults' in result
      ? result.faults.map((fault) => describeFault(fault).replace(/^.*rules\//, ''))
      : [];
  };
  const examples = '    hit: [one two, two three]\n    miss: [four, five]\n';

  it.each([
    [
      'an unknown lexicon',
      '  - id: us.test.one\n    kind: pattern\n    match:\n      - one\n      - "{nowhere}"\n',
      12,
      'unknown lexicon',
    ],
    [
      'an unclosed choice',
      '  - id: us.test.one\n    kind: phrase\n    match:\n      - "(one"\n',
      11,
      'not closed',
    ],
    [
      'an unknown citation',
      '  - id: us.test.one\n    kind: phrase\n    citations: [nope]\n    match: [one]\n',
      10,
      'unknown citation',
    ],
    [
      'an unknown field',
      '  - id: us.test.one\n    kind: phrase\n    severty: high\n    match: [one]\n',
      8,
      'severty',
    ],
    [
      'an unknown vertical',
      '  - id: us.test.one\n    kind: phrase\n    verticals: [cars]\n    match: [one]\n',
      10,
      'unknown vertical',
    ],
  ])('names file, line and reason of %s', (_, rule, line, reason) => {
    const [fault] = faultsOf(rule + examples);
    expect(fault).toContain(`test_topic.yaml:${line}: `);
    expect(fault).toContain(reason);
  });

  it('refuses an id that is used twice and a rule without enough examples', () => {
    const rule = '  - id: us.test.one\n    kind: phrase\n    match: [one]\n';
    expect(faultsOf(rule + examples + rule + examples)[0]).toContain('used twice');
    expect(faultsOf(`${rule}    hit: [one]\n    miss: [two, three]\n`)[0]).toContain('at least 2');
  });

  it('says where a file is not YAML', () => {
    expect(faultsOf('  - id: "open\n')[0]).toMatch(/^test_topic\.yaml:\d+: /);
  });
});

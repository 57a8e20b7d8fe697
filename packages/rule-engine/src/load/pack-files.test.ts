import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPack } from './pack-files.ts';
import { describeFault } from './yaml-source.ts';

const us = fileURLToPath(new URL('../../../../packs/us', import.meta.url));
const topic = `topic: test_topic
shared:
  severity: low
  category: { en-US: Test, zh-CN: 测试 }
  suggestion: { en-US: Change it, zh-CN: 请修改 }
  citations: [ftc-act-5]
`;

describe('a pack with a fault', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'));
    cpSync(us, folder, { recursive: true });
    for (const file of ['fixes.yaml', 'pictures.yaml', 'precedents.jsonl', 'removed-rules.yaml'])
      rmSync(join(folder, file));
    rmSync(join(folder, 'policy'), { recursive: true, force: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const faultsOfTopic = (files: Readonly<Record<string, string>>, name = 'test_topic'): string[] => {
    rmSync(join(folder, 'topics'), { recursive: true, force: true });
    mkdirSync(join(folder, 'topics', name), { recursive: true });
    for (const [file, content] of Object.entries(files))
      writeFileSync(join(folder, 'topics', name, file), content);
    const result = readPack(folder);
    return 'faults' in result
      ? result.faults.map((fault) => describeFault(fault).replace(/^.*topics\//, ''))
      : [];
  };
  const faultsOf = (rules: string): string[] =>
    faultsOfTopic({ 'topic.yaml': topic, 'rules.yaml': `rules:\n${rules}` });
  const examples = '    hit: [one two, two three]\n    miss: [four, five]\n';

  it.each([
    [
      'an unknown lexicon',
      '  - id: us.test.one\n    kind: pattern\n    match:\n      - one\n      - "{nowhere}"\n',
      6,
      'unknown lexicon',
    ],
    [
      'an unclosed choice',
      '  - id: us.test.one\n    kind: phrase\n    match:\n      - "(one"\n',
      5,
      'not closed',
    ],
    [
      'an unknown citation',
      '  - id: us.test.one\n    kind: phrase\n    citations: [nope]\n    match: [one]\n',
      4,
      'unknown citation',
    ],
    [
      'an unknown field',
      '  - id: us.test.one\n    kind: phrase\n    severty: high\n    match: [one]\n',
      2,
      'severty',
    ],
    [
      'an unknown vertical',
      '  - id: us.test.one\n    kind: phrase\n    verticals: [cars]\n    match: [one]\n',
      4,
      'unknown vertical',
    ],
  ])('names file, line and reason of %s', (_, rule, line, reason) => {
    const [fault] = faultsOf(rule + examples);
    expect(fault).toContain(`test_topic/rules.yaml:${line}: `);
    expect(fault).toContain(reason);
  });

  it('refuses an id that is used twice and a rule without enough examples', () => {
    const rule = '  - id: us.test.one\n    kind: phrase\n    match: [one]\n';
    expect(faultsOf(rule + examples + rule + examples)[0]).toContain('used twice');
    expect(faultsOf(`${rule}    hit: [one]\n    miss: [two, three]\n`)[0]).toContain('at least 2');
  });

  it('says where a file is not YAML', () => {
    expect(faultsOf('  - id: "open\n')[0]).toMatch(/^test_topic\/rules\.yaml:\d+: /);
  });

  const rule = `  - id: us.test.one\n    kind: phrase\n    match: [one]\n${examples}`;
  const rules = `rules:\n${rule}`;

  it('names the line of topic.yaml, once, for what its rules share', () => {
    const two = rules + rule.replaceAll('one', 'two').replace('three', 'six');
    const shared = topic.replace('[ftc-act-5]', '[nope]');
    expect(faultsOfTopic({ 'topic.yaml': shared, 'rules.yaml': two })).toEqual([
      'test_topic/topic.yaml:6: unknown citation "nope"',
    ]);
  });

  it('names the line of the defaults of a file, which go before what the topic shares', () => {
    const narrative = `defaults:\n  severity: grave\n${rules}`;
    const [fault] = faultsOfTopic({
      'topic.yaml': topic.replace('shared:', 'files: [narrative]\nshared:'),
      'narrative.yaml': narrative,
    });
    expect(fault).toMatch(/^test_topic\/narrative\.yaml:2: severity: /);
  });

  it('refuses a topic whose folder has another name, and files that are missing or not listed', () => {
    expect(faultsOfTopic({ 'topic.yaml': topic, 'rules.yaml': rules }, 'other_topic')).toContain(
      'other_topic/topic.yaml:1: the folder of "test_topic" is called other_topic',
    );
    const listed = topic.replace('shared:', 'files: [rules, pictures]\nshared:');
    expect(faultsOfTopic({ 'topic.yaml': listed, 'rules.yaml': rules, 'notes.yaml': rules })).toEqual(
      expect.arrayContaining([
        'test_topic/topic.yaml:2: there is no pictures.yaml',
        'test_topic/topic.yaml:2: notes.yaml is not listed in files',
      ]),
    );
  });

  it('takes a text by its name, and refuses a name that no text has', () => {
    const texts = `${topic}texts:\n  retire: { en-US: Retire it, zh-CN: 停用 }\n`;
    const named = (name: string): string => rules.replace('kind:', `suggestion: ${name}\n    kind:`);
    expect(faultsOfTopic({ 'topic.yaml': texts, 'rules.yaml': named('retire') })).toEqual([]);
    expect(faultsOfTopic({ 'topic.yaml': texts, 'rules.yaml': named('renew') })[0]).toBe(
      'test_topic/rules.yaml:3: suggestion: there is no text "renew"',
    );
  });
});

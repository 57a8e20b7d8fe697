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
const types = `groups:
  body: { heals: makes well, looks: looks well }
sold: [food, toy]
`;
const examples = '    hit: [one two, two three]\n    miss: [four, five]\n';
const row = (id: string, fields: string): string =>
  `  - id: us.policy.${id}\n    outcome: violation\n    topic: test_topic\n${fields}${examples}`;
const both = row('both', '    claims: [heals, looks]\n');

describe('the policy table of a pack', () => {
  let place = '';
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'policy-'));
    const folder = join(place, 'us');
    cpSync(us, folder, { recursive: true });
    for (const name of [
      'fixes.yaml',
      'pictures.yaml',
      'precedents.jsonl',
      'removed-rules.yaml',
      'topics',
      'policy',
    ])
      rmSync(join(folder, name), { recursive: true });
    mkdirSync(join(folder, 'topics', 'test_topic'), { recursive: true });
    mkdirSync(join(folder, 'policy'));
    writeFileSync(join(folder, 'topics', 'test_topic', 'topic.yaml'), topic);
    const learned = '  - id: us.test.learned\n    kind: learned\n';
    writeFileSync(join(folder, 'topics', 'test_topic', 'rules.yaml'), `rules:\n${learned}`);
  });
  afterAll(() => rmSync(place, { recursive: true }));

  const readRows = (rows: string) => {
    writeFileSync(join(place, 'claim-types.yaml'), types);
    const folder = join(place, 'us');
    writeFileSync(join(folder, 'policy', 'rows.yaml'), `rows:\n${rows}`);
    return readPack(folder);
  };
  const faultsOf = (rows: string): string[] => {
    const result = readRows(rows);
    const ofRows = 'faults' in result ? result.faults.filter(({ file }) => file.endsWith('rows.yaml')) : [];
    return ofRows.map((fault) => describeFault(fault).replace(/^.*policy\//, ''));
  };

  it.each([
    ['an unknown claim', 'claims: [flies]', 'rows.yaml:14: unknown claim "flies"'],
    ['an unknown good', 'claims: [heals]\n    sold: [car]', 'rows.yaml:15: unknown good "car"'],
    [
      'an unknown claim beside',
      'claims: [heals]\n    beside: [flies]',
      'rows.yaml:15: unknown claim "flies"',
    ],
    ['an unknown place', 'claims: [heals]\n    verticals: [cars]', 'rows.yaml:15: unknown vertical "cars"'],
    [
      'an unknown citation',
      'claims: [heals]\n    sold: [toy]\n    citations: [x]',
      'rows.yaml:16: unknown citation "x"',
    ],
  ])('names the line of %s', (_, fields, fault) => {
    const faults = faultsOf(both + row('bad', `    ${fields}\n`));
    expect(faults.map((one) => one.replace(/rows\.yaml:\d+/, ''))).toContain(
      fault.replace(/rows\.yaml:\d+/, ''),
    );
    expect(faults[0]).toMatch(/^rows\.yaml:1\d: /);
  });

  it('refuses an unknown topic, and too few examples', () => {
    expect(faultsOf(both.replace('test_topic', 'nowhere'))).toContainEqual(
      expect.stringContaining('there is no topic "nowhere"'),
    );
    expect(faultsOf(both.replace('[four, five]', '[four]'))[0]).toContain('at least 2');
  });

  it('refuses a claim without a default row', () => {
    expect(faultsOf(row('heals', '    claims: [heals]\n'))).toEqual([
      'rows.yaml:1: the claim "looks" has no default row',
    ]);
  });

  it('needs no table at all', () => {
    rmSync(join(place, 'us', 'policy', 'rows.yaml'), { force: true });
    const result = readPack(join(place, 'us'));
    const reasons = 'faults' in result ? result.faults.map(({ reason }) => reason) : [];
    expect(reasons.filter((reason) => reason.includes('default row'))).toEqual([]);
  });

  it('refuses rows that disagree where neither is more specific, and takes those that agree', () => {
    const toys = (id: string, severity: string): string =>
      row(id, `    claims: [heals]\n    sold: [toy]\n    severity: ${severity}\n`);
    expect(faultsOf(both + toys('one', 'low') + toys('two', 'high'))).toEqual([
      expect.stringContaining('us.policy.two and us.policy.one are equally specific and disagree'),
    ]);
    expect(faultsOf(both + toys('one', 'low') + toys('two', 'low'))).toEqual([]);
  });
});

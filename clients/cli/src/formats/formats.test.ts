import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import Draft4 from 'ajv-draft-04';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkCopy } from '../domain/check-copy.ts';
import type { CopyPlace, FileResult, Run } from '../domain/result.ts';
import type { Risk } from '../domain/risk.ts';
import { readMarkdown } from '../inputs/markdown.ts';
import { type FormatName, formatOf } from './formats.ts';
import { sarifOf } from './sarif.ts';

const place: CopyPlace = {
  ...{ site: 'us', platform: 'dtc_us', vertical: 'general', locale: 'en-US' },
  ...{ productVertical: null, sceneMode: null },
};
const cure: Risk = {
  ...{ ruleId: 'us.ills.cures', alsoFoundBy: [], kind: 'violation', severity: 'high', tier: null },
  ...{ tierLabel: null, source: 'rule', start: 4, end: 14, category: 'Disease, claim' },
  ...{ suggestion: 'Remove it: "now".', legalRef: 'Act, 1 U.S.C. 2' },
  laws: [{ name: 'Act', article: '1 U.S.C. 2', link: 'https://law.example/2' }],
};
const hint: Risk = {
  ...cure,
  ruleId: 'us.tone',
  kind: 'scene-hint',
  start: -1,
  end: -1,
  laws: [],
  legalRef: '',
};
const file = 'We **cure** &lt;gout> & 100% more\n';

let run: Run;
beforeAll(async () => {
  const read = { path: 'copy/a b,c.md', file, source: readMarkdown(file) };
  const found: FileResult = await checkCopy(read, () => [{ ...cure, start: 3, end: 14 }, hint], place);
  const clean: FileResult = { ...found, path: 'clean.md', risks: [], verdict: 'safe' };
  const unread = [{ path: 'gone.md', reason: 'there is no such file' }];
  run = {
    version: '1.2.3',
    judgedBy: ['us 1.0.0'],
    files: [found, clean],
    unread,
    failOn: 'violation',
    hasFailed: true,
  };
});

function written(name: FormatName, isColored = false): string {
  const format = formatOf(name, { isColored, isQuiet: false });
  return [...run.files.map(format.file), format.end(run)].join('');
}

describe('the format for people', () => {
  it('says where, how bad, the words in their line, why, fix and law, and counts', () => {
    expect(written('pretty')).toBe(
      [
        'copy/a b,c.md:1:1  hint  us.tone',
        '  why  Disease, claim',
        '  fix  Remove it: "now".',
        '',
        'copy/a b,c.md:1:6  high violation  us.ills.cures',
        '  We ⟦cure <gout>⟧ & 100% more',
        '  why  Disease, claim',
        '  fix  Remove it: "now".',
        '  law  Act, 1 U.S.C. 2',
        '',
        '2 risks in 1 of 2 files: 1 high, 1 hint',
        '',
      ].join('\n'),
    );
  });

  it('marks the words by colour where colours are shown, and lets no control character through', () => {
    expect(written('pretty', true)).toContain('\u001b[1m\u001b[4mcure <gout>\u001b[24m\u001b[22m');
    const [first] = run.files;
    const risks = (first?.risks ?? []).map((risk) => ({ ...risk, words: 'a\u001b[2Jb' }));
    const format = formatOf('pretty', { isColored: false, isQuiet: true });
    expect(format.file({ ...run.files[0]!, risks })).not.toContain('\u001b');
  });
});

describe('SARIF', () => {
  const validate = new Draft4.default({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
  }).compile(schema);

  it('is valid by the schema of 2.1.0', () => {
    validate(JSON.parse(written('sarif')));
    expect(validate.errors).toBeNull();
    expect(validate({ ...sarifOf(run), runs: [{ tool: {} }] })).toBe(false);
  });

  it('has each rule once, with its help and the link of its law', () => {
    expect(sarifOf(run).runs[0]?.tool.driver.rules).toMatchObject([
      { id: 'us.tone', help: { text: 'Remove it: "now".' } },
      {
        id: 'us.ills.cures',
        shortDescription: { text: 'Disease, claim' },
        help: {
          text: 'Remove it: "now".\n\nLaw: Act, 1 U.S.C. 2',
          markdown: 'Remove it: "now".\n- [1 U.S.C. 2](https://law.example/2), Act',
        },
        helpUri: 'https://law.example/2',
        properties: { legalRef: 'Act, 1 U.S.C. 2' },
      },
    ]);
  });

  it('has the place of each result in lines and in characters, and the address of its file', () => {
    const result = sarifOf(run).runs[0]?.results?.[1];
    expect(result).toMatchObject({ ruleId: 'us.ills.cures', ruleIndex: 1, level: 'error' });
    expect(result?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'copy/a%20b%2Cc.md' },
      region: {
        ...{ startLine: 1, startColumn: 6, endLine: 1, endColumn: 22 },
        ...{ charOffset: 5, charLength: 16, snippet: { text: 'cure <gout>' } },
      },
    });
    expect(file.slice(5, 5 + 16)).toBe('cure** &lt;gout>');
  });

  it('says which files were not read', () => {
    expect(sarifOf(run).runs[0]?.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ message: { text: 'there is no such file' } }],
      },
    ]);
  });
});

describe('JSON', () => {
  it('has what was found, with places, and the counts', () => {
    const parsed = JSON.parse(written('json'));
    expect(parsed).toMatchObject({
      tool: { name: 'redline', version: '1.2.3' },
      failOn: 'violation',
      hasFailed: true,
      summary: { files: 2, filesAtRisk: 1, risks: 2, high: 1, medium: 0, low: 0, hint: 1, ignored: 0 },
      unread: [{ path: 'gone.md' }],
    });
    expect(parsed.files[0]).toMatchObject({ path: 'copy/a b,c.md', verdict: 'high', place });
    expect(parsed.files[0].risks[1]).toMatchObject({
      ...{ ruleId: 'us.ills.cures', level: 'high', words: 'cure <gout>' },
      ...{ line: 1, column: 6, endLine: 1, endColumn: 22, charOffset: 5, charLength: 16 },
      laws: [{ article: '1 U.S.C. 2', link: 'https://law.example/2' }],
    });
  });
});

describe('JUnit', () => {
  it('has a suite for each file, and fails the cases that reach the level', () => {
    expect(written('junit')).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuites name="redline" tests="4" failures="1" errors="1">',
        '  <testsuite name="copy/a b,c.md" tests="2" failures="1" errors="0">',
        '    <testcase classname="copy/a b,c.md" name="us.tone at 1:1"><system-out>copy/a b,c.md:1:1&#10;fix: Remove it: &quot;now&quot;.</system-out></testcase>',
        '    <testcase classname="copy/a b,c.md" name="us.ills.cures at 1:6"><failure type="high" message="Disease, claim">copy/a b,c.md:1:6&#10;“cure &lt;gout&gt;”&#10;fix: Remove it: &quot;now&quot;.&#10;law: Act, 1 U.S.C. 2</failure></testcase>',
        '  </testsuite>',
        '  <testsuite name="clean.md" tests="1" failures="0" errors="0">',
        '    <testcase classname="clean.md" name="no risks" />',
        '  </testsuite>',
        '  <testsuite name="gone.md" tests="1" failures="0" errors="1">',
        '    <testcase classname="gone.md" name="is read"><error message="there is no such file" /></testcase>',
        '  </testsuite>',
        '</testsuites>',
        '',
      ].join('\n'),
    );
  });
});

describe('annotations of GitHub', () => {
  it('name file and place, with what would end a field or a line escaped', () => {
    expect(written('github').split('\n')[1]).toBe(
      '::error file=copy/a b%2Cc.md,line=1,endLine=1,col=6,endColumn=22,title=Disease%2C claim (us.ills.cures)::“cure <gout>”%0ARemove it: "now".%0ALaw: Act, 1 U.S.C. 2',
    );
  });
});

import type { FileResult, PlacedRisk, Run } from '../domain/result.ts';
import { type FailOn, failsFor } from '../domain/risk.ts';
import type { Format } from './format.ts';

/** Writes JUnit XML: a suite for each file, a case for each risk, which fails if it reaches `--fail-on`. */
export const junitFormat: Format = { file: () => '', end: junitOf };

function junitOf({ files, unread, failOn }: Run): string {
  const suites = files.map((file) => suiteOf(file, failOn));
  const tests = files.reduce((sum, { risks }) => sum + Math.max(1, risks.length), unread.length);
  const failures = files.reduce((sum, file) => sum + failuresIn(file, failOn), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="redline" tests="${tests}" failures="${failures}" errors="${unread.length}">`,
    ...suites,
    ...unread.map(unreadOf),
    '</testsuites>',
    '',
  ].join('\n');
}

const unreadOf = ({ path, reason }: Run['unread'][number]): string =>
  [
    `  <testsuite name="${xml(path)}" tests="1" failures="0" errors="1">`,
    `    <testcase classname="${xml(path)}" name="is read"><error message="${xml(reason)}" /></testcase>`,
    '  </testsuite>',
  ].join('\n');

const failuresIn = ({ risks }: FileResult, failOn: FailOn): number =>
  risks.filter(({ level }) => failsFor(level, failOn)).length;

function suiteOf(file: FileResult, failOn: FailOn): string {
  const { path, risks } = file;
  const tests = Math.max(1, risks.length);
  const cases =
    risks.length > 0
      ? risks.map((risk) => caseOf(path, risk, failOn))
      : [`    <testcase classname="${xml(path)}" name="no risks" />`];
  const failures = failuresIn(file, failOn);
  return [
    `  <testsuite name="${xml(path)}" tests="${tests}" failures="${failures}" errors="0">`,
    ...cases,
    '  </testsuite>',
  ].join('\n');
}

function caseOf(path: string, risk: PlacedRisk, failOn: FailOn): string {
  const { ruleId, from, level, category } = risk;
  const name = `${ruleId} at ${from.line}:${from.column}`;
  const text = detailsOf(path, risk);
  const outcome = failsFor(level, failOn)
    ? `<failure type="${level}" message="${xml(category)}">${xml(text)}</failure>`
    : `<system-out>${xml(text)}</system-out>`;
  return `    <testcase classname="${xml(path)}" name="${xml(name)}">${outcome}</testcase>`;
}

const detailsOf = (path: string, { from, words, suggestion, legalRef }: PlacedRisk): string =>
  [
    `${path}:${from.line}:${from.column}`,
    words && `“${words}”`,
    suggestion && `fix: ${suggestion}`,
    legalRef && `law: ${legalRef}`,
  ]
    .filter(Boolean)
    .join('\n');

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Escapes a text for XML, without the characters that XML 1.0 does not have. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"\n]/g, (character) => references[character] ?? character);

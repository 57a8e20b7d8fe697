import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { findLayout } from '../compare/layouts/find-layout.ts';
import type { Untyped } from '../compare/layouts/layout.ts';
import { readLines } from '../compare/read-lines.ts';
import type { Question, Verdict } from './question.ts';

/** Program: `ask.ts CHECKOUT QUESTIONS OUTPUT` writes the verdict of a checkout's engine on each question, one a line. */
const [root = '', questions = '', output = ''] = process.argv.slice(2);
const tree = await findLayout(root).open(root);
const lines = createWriteStream(output);
for await (const line of readLines(questions)) {
  const question: Question = JSON.parse(line);
  if (!lines.write(`${JSON.stringify(verdictOf(question))}\n`)) await once(lines, 'drain');
}
lines.end();
await once(lines, 'finish');

function verdictOf(question: Question): Verdict {
  const { riskLevel, findings }: Untyped = tree.verdictOn(question);
  const violations = findings.filter(({ kind }: Untyped) => kind === 'violation');
  return {
    id: question.id,
    riskLevel,
    violations: violations.map(({ ruleId, topic, severity, source, start, end, wording }: Untyped) => {
      const category = wording?.category ?? {};
      return {
        ruleId,
        topic,
        severity,
        source,
        start,
        end,
        says: category['en-US'] ?? category['zh-CN'] ?? topic,
      };
    }),
  };
}

import { fileURLToPath } from 'node:url';
import { createChat, createReview } from '@redline/ai';
import { claims, injections } from '@redline/rule-engine/review/samples';
import { createLogger } from '@redline/service-kit/log';
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '@redline/testkit/model';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoadedJudge, loadJudge } from '../src/clients/judge/embedded-judge.ts';
import { judgeWithModel } from '../src/clients/model-review.ts';
import { type Judge, withoutModel } from '../src/domain/judge.ts';

const folder = fileURLToPath(new URL('../../../packs', import.meta.url));
const log = createLogger({ service: 'test', level: 'silent' });
const model = 'careful-1';
const outcomes: string[] = [];
let loaded: LoadedJudge;
let embedded: Judge;
let server: ModelServer;

beforeAll(() => {
  loaded = loadJudge({ folder, compiledDir: null });
  embedded = withoutModel(loaded.judge);
}, 60_000);
beforeEach(async () => {
  server = await startModelServer();
  outcomes.length = 0;
});
afterEach(() => server.dispose());

const judgeOf = (timeoutMs = 5_000): Judge => {
  const chat = createChat({
    url: server.url,
    key: 'sk-secret',
    model,
    timeoutMs,
    retriesMax: 1,
    concurrencyMax: 4,
    failuresMax: 1_000,
    restMs: 1_000,
  });
  const onReview = (outcome: string) => void outcomes.push(outcome);
  return judgeWithModel(loaded.judge, { review: createReview(chat), model, log, onReview });
};

const place = { siteId: 'us', selection: { platform: 'dtc_us', vertical: 'supplement' } };
const answers = (found: readonly { topic: string; quote: string }[], dismissed: readonly number[] = []) =>
  server.onRequest(() => ({ content: JSON.stringify({ found, dismissed }) }));
const questionIn = ({ messages }: ModelRequest) =>
  JSON.parse(messages[1]?.content ?? '') as {
    text: string;
    candidates: unknown[];
    topics: { topic: string }[];
  };
const quiet =
  'Our oat soap is cut by hand in a small shop by the river and wrapped in brown paper. A bar stays by the sink for a month.';

describe('a model that reads a text', () => {
  it('is told text, topics and candidates as data, and is named on the record', async () => {
    answers([]);
    const { reviewer, findings } = await judgeOf()({ ...place, text: 'Our tea cures diabetes.' });
    expect(reviewer).toBe(`model:${model}`);
    const [request] = server.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.messages[0]?.content).not.toContain('diabetes');
    const question = request && questionIn(request);
    expect(question).toMatchObject({ text: 'Our tea cures diabetes.', language: 'en' });
    expect(question?.candidates).toHaveLength(findings.length);
    expect(question?.topics.map(({ topic }) => topic)).toContain('disease_claim');
    expect(outcomes).toEqual(['answered']);
  });

  it('adds what it quotes, at its place, by the rule of the topic', async () => {
    answers([{ topic: 'disease_claim', quote: 'stays by  the SINK' }]);
    const { findings, riskLevel, summary } = await judgeOf()({ ...place, text: quiet });
    const added = findings.find(({ matchedText }) => matchedText === 'stays by the sink');
    expect(added).toMatchObject({ topic: 'disease_claim', source: 'model', kind: 'violation' });
    expect(quiet.slice(added?.start, added?.end)).toBe('stays by the sink');
    expect(loaded.messages.wordings.get(added?.wordingId ?? '')?.legalRef['en-US']).toMatch(/./);
    expect(riskLevel).not.toBe('safe');
    expect(summary.violation).toBe(findings.filter(({ kind }) => kind === 'violation').length);
  });

  it('whose quote the text does not hold leaves the topic’s name and no word of its own', async () => {
    answers([{ topic: 'disease_claim', quote: 'SECRET PROMPT: you review marketing copy' }]);
    const judgment = await judgeOf()({ ...place, text: quiet });
    expect(judgment.findings).toEqual((await embedded({ ...place, text: quiet })).findings);
    expect(judgment.semanticLabels).toHaveLength(1);
    expect(judgment.summary.semantic).toBe(1);
    expect(JSON.stringify(judgment)).not.toMatch(/SECRET|marketing copy/);
  });

  it('finds nothing under a topic that the site does not have, and nothing twice', async () => {
    answers([
      { topic: 'no_such_topic', quote: 'oat soap' },
      { topic: 'disease_claim', quote: 'stays by the sink' },
      { topic: 'disease_claim', quote: 'the sink' },
    ]);
    const { findings, semanticLabels } = await judgeOf()({ ...place, text: quiet });
    expect(findings.filter(({ source }) => source === 'model')).toHaveLength(1);
    expect(semanticLabels).toEqual([]);
  });
});

describe('a model that gives no answer', () => {
  it.each<[string, ModelReply, string]>([
    ['is silent', { silence: true }, 'timeout'],
    ['is slow', { content: '{"found":[],"dismissed":[]}', afterMs: 2_000 }, 'timeout'],
    ['answers 429', { status: 429, headers: { 'retry-after': '0' } }, 'limited'],
    ['answers 500', { status: 500 }, 'limited'],
    ['refuses the key', { status: 401 }, 'refused'],
    ['talks', { content: 'This text looks fine to me!' }, 'malformed'],
    ['adds fields of its own', { content: '{"found":[],"dismissed":[],"riskLevel":"safe"}' }, 'malformed'],
    ['is cut short', { content: '{"found":[{"topic":"dis', finishReason: 'length' }, 'truncated'],
    ['breaks off', { breakOff: true }, 'unreachable'],
  ])('and %s leaves the judgment to the embedded reviewer, by name', async (_, reply, kind) => {
    server.onRequest(() => reply);
    const text = 'Our tea cures diabetes.';
    expect(await judgeOf(500)({ ...place, text })).toEqual(await embedded({ ...place, text }));
    expect(outcomes).toEqual([kind]);
  });
});

const hostile = (request: ModelRequest): ModelReply => {
  const { candidates, topics } = questionIn(request);
  const leaks = topics.map(({ topic }) => ({
    topic,
    quote: `${request.messages[0]?.content}`.slice(0, 300),
  }));
  return { content: JSON.stringify({ found: leaks.slice(0, 50), dismissed: candidates.map((_, at) => at) }) };
};

describe('a hostile model', () => {
  it('clears no rule’s hit of high severity, leaks no prompt and changes no finding', async () => {
    server.onRequest(hostile);
    const judge = judgeOf();
    for (const [siteId, { selection, texts }] of Object.entries(claims)) {
      for (const text of texts) {
        const alone = await embedded({ siteId, selection, text });
        const judged = await judge({ siteId, selection, text });
        const hard = alone.findings.filter(
          ({ source, severity }) => source === 'rule' && severity === 'high',
        );
        expect(judged.findings).toEqual(expect.arrayContaining(hard));
        for (const finding of judged.findings) expect(alone.findings).toContainEqual(finding);
        if (hard.length > 0) expect(judged.riskLevel).toBe(alone.riskLevel);
        expect(JSON.stringify(judged)).not.toContain('You review marketing copy');
      }
    }
    expect(new Set(outcomes)).toEqual(new Set(['answered']));
  });

  it('drops nothing at all where the text speaks to it, whatever it is told in three languages', async () => {
    server.onRequest(hostile);
    const judge = judgeOf();
    for (const [siteId, { selection, texts }] of Object.entries(claims)) {
      for (const [, injection] of injections) {
        const submission = { siteId, selection, text: `${injection}\n${texts[1]}` };
        const [alone, judged] = [await embedded(submission), await judge(submission)];
        expect(judged.findings, submission.text).toEqual(alone.findings);
        expect(judged.riskLevel).toBe(alone.riskLevel);
      }
    }
  });
});

describe('a careful model', () => {
  it('may drop what only looks bad, where the rule and the text let it, and the reason is kept', async () => {
    const text = `${quiet} It is 100% natural and chemical free.`;
    const alone = await embedded({ ...place, text });
    const soft = alone.findings.findIndex(({ severity }) => severity !== 'high');
    if (soft < 0) throw new Error('the text was to have a finding that may go');
    answers([], [soft]);
    const judged = await judgeOf()({ ...place, text });
    expect(judged.findings).toEqual(alone.findings.toSpliced(soft, 1));
    expect(judged.considered.map(({ ruleId, because }) => [ruleId, because])).toContainEqual([
      alone.findings[soft]?.ruleId,
      'review',
    ]);
  });
});

afterAll(() => log.flush());

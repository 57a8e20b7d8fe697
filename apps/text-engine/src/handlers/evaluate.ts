import { type evaluateRequests, mainSite } from '@redline/contracts';
import { type Messages, mostSevere, precedentIn } from '@redline/rule-engine/evaluate';
import type { Selection } from '@redline/rule-engine/pack';
import type { RequestHandlers } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { passageSelection } from '../domain/place.ts';
import { renderEvaluatedFinding, renderLabel, type SiteLabels } from '../domain/render/passages.ts';
import type { CustomMatcher } from '../domain/words/custom-words.ts';
import { wordsVersionOf } from '../store/words-version.ts';

type EvaluateDeps = Pick<Deps, 'db' | 'sites' | 'judge' | 'messages' | 'siteLabels' | 'words'>;
type Question = z.output<typeof evaluateRequests.evaluate.request>;
type Answer = z.output<typeof evaluateRequests.evaluate.reply>;

/** Passages of one question that are judged at the same time, so that texts under check get their turns between them. */
const passagesAtOnce = 4;
/** Findings, and hits of own words, in one answer: with what the packs say of each it must fit into a message (1 MiB). */
const findingsMax = 400;

/** Evaluates passages for other services, and describes labels. Nothing is stored and nothing is charged. */
export function evaluateHandlers(deps: EvaluateDeps): RequestHandlers<typeof evaluateRequests> {
  return {
    async evaluate(question) {
      const { scope, passages } = question;
      const site = labelsOf(deps, scope.siteId);
      const selection = selectionFor(deps, question);
      const judge = await passageJudge(deps, selection, question);
      const answers: Answer['passages'] = [];
      const left = { findings: findingsMax, words: findingsMax };
      for (let at = 0; at < passages.length; at += passagesAtOnce) {
        for (const judged of await Promise.all(passages.slice(at, at + passagesAtOnce).map(judge))) {
          const findings = mostSevere(judged.findings, left.findings);
          const customFindings = judged.customFindings.slice(0, left.words);
          left.findings -= findings.length;
          left.words -= customFindings.length;
          answers.push({
            id: judged.id,
            findings: findings.map((finding) => renderEvaluatedFinding(finding, deps.messages)),
            customFindings,
          });
        }
      }
      const asked = new Set(question.labels);
      const labels = site.labels
        .filter(({ label }) => asked.has(label))
        .map((label) => renderLabel(label, site, selection));
      return { pack: site.pack, passages: answers, labels, precedents: precedentsOf(answers, deps.messages) };
    },
    async labels({ siteId }) {
      const { pack, labels } = labelsOf(deps, siteId);
      return { pack, labels: labels.map(({ label, about, types }) => ({ label, about, types: [...types] })) };
    },
  };
}

/** Returns the precedents that findings name, each once: they would not fit into a message with every finding. */
const precedentsOf = (answers: Answer['passages'], messages: Messages): Answer['precedents'] =>
  Object.fromEntries(
    answers.flatMap(({ findings }) =>
      findings.flatMap(({ precedentIds = [] }) => precedentIds.map((id) => [id, precedentIn(messages, id)])),
    ),
  );

function labelsOf({ siteLabels }: EvaluateDeps, siteId: string): SiteLabels {
  const known = siteLabels.get(siteId);
  if (!known) throw new Error(`there is no rule pack for the site ${siteId}`);
  return known;
}

/** Returns the selection of a question's passages. */
function selectionFor({ sites }: EvaluateDeps, { scope, medium, place }: Question): Selection {
  const site = sites.find(({ id }) => id === scope.siteId);
  if (!site) throw new Error(`texts of the site ${scope.siteId} are not judged here`);
  return passageSelection(site, medium, place);
}

/** Returns the judge of a question's passages: by the rules of its medium and, in voiceovers, by the scope's own words. */
async function passageJudge(deps: EvaluateDeps, selection: Selection, { scope, medium, place }: Question) {
  const matcher = medium === 'voiceover' ? await matcherOf(deps, scope) : undefined;
  const library = mainSite.productVerticals.find((line) => line === place.productVertical);
  const customWords = matcher && ((text: string) => matcher(text, library));
  return async ({ id, text }: Question['passages'][number]) => {
    const { findings, customFindings } = await deps.judge({
      siteId: scope.siteId,
      text,
      selection,
      customWords,
    });
    return { id, findings, customFindings };
  };
}

async function matcherOf(
  { db, words }: EvaluateDeps,
  scope: Question['scope'],
): Promise<CustomMatcher | undefined> {
  const version = await wordsVersionOf(db, scope);
  return version === null ? undefined : words.at(scope, version);
}

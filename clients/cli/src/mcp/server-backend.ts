import { InputError } from '../domain/input-error.ts';
import { hasTiers, withPlatform } from '../domain/sites.ts';
import { acceptedText, risksOf } from '../server/find-risks.ts';
import type { Server } from '../server/server.ts';
import { submissionsTo, type TextCheck } from '../server/submissions.ts';
import type { Backend, Fixed } from './backend.ts';

/** Returns a backend that is a server: each call is one submission of the key's account, a rewrite one more. */
export function serverBackend(server: Server): Backend {
  const judgedBy = new URL(server.url).origin;
  let running = 0;
  const limited = async <T>(call: () => Promise<T>): Promise<T> => {
    if (running === callsMax) {
      throw new InputError(`${callsMax} calls wait for the server already; wait until one has ended`);
    }
    running += 1;
    try {
      return await call();
    } finally {
      running -= 1;
    }
  };
  const answers: Backend = {
    async check(text, place) {
      const { checkText } = submissionsTo(server, withPlatform(place));
      return { risks: risksOf(await checkText(acceptedText(text))), judgedBy };
    },
    async fix(text, place, strategy) {
      const { checkText, fixText } = submissionsTo(server, withPlatform(place));
      const check = await checkText(acceptedText(text));
      const isMain = hasTiers(place.site);
      // What has nothing to rewrite is no rewrite for a server.
      if (!check.risks.some(({ kind }) => isMain || kind === 'violation')) {
        return { text, isAccepted: true, reason: null, risksLeft: risksOf(check) };
      }
      return fixedBy(await fixText(check.id, strategy), text);
    },
    async checkImage(image, place) {
      const { checkImage } = submissionsTo(server, place);
      const { id, riskLevel, labels, coverage } = await checkImage(image);
      return {
        ...{ id, riskLevel },
        labels: labels.map((label) => ({
          description: label.description,
          riskLevel: 'tier' in label ? label.tier : label.riskLevel,
          matchedText: label.matchedText ?? null,
          suggestion: label.suggestion ?? null,
          legalRef: label.legalRef ?? null,
        })),
        coverage: coverage.map(({ detector, status }) => ({ detector, status })),
      };
    },
    isCharged: true,
  };
  const { checkImage } = answers;
  return {
    ...answers,
    check: (...args) => limited(() => answers.check(...args)),
    fix: (...args) => limited(() => answers.fix(...args)),
    checkImage: checkImage && ((...args) => limited(() => checkImage(...args))),
  };
}

/** Calls that wait for the server at the same time; a client may send as many as it likes. */
const callsMax = 8;

/** Reads a rewrite: the new text of the international sites, the last version of the main site. */
function fixedBy(check: TextCheck, text: string): Fixed {
  const failed: Fixed = { text, isAccepted: false, reason: 'failed', risksLeft: null };
  if (check.object === 'intl_text_check') {
    if (check.fixStatus !== 'completed' || check.fixedText === null) return failed;
    return { text: check.fixedText, isAccepted: true, reason: null, risksLeft: null };
  }
  const last = check.fixes.at(-1);
  if (!last) return failed;
  const reason = last.reason === 'nothing_left' ? last.reason : 'risk_left';
  return {
    text: last.fixedText,
    isAccepted: last.accepted,
    reason: last.accepted ? null : reason,
    risksLeft: null,
  };
}

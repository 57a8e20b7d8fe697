import { InputError } from '../domain/input-error.ts';
import { hasTiers, withPlatform } from '../domain/sites.ts';
import { submitImage } from '../server/check-image.ts';
import { type CheckRecord, risksOf, submitFix, submitText } from '../server/find-risks.ts';
import { request, type Server } from '../server/request.ts';
import type { Backend, Fixed } from './backend.ts';

/**
 * Returns a backend that is a server: each call is one submission of the key's account, a rewrite one more.
 * @param ask sends requests; tests give another
 */
export function serverBackend(server: Server, ask: typeof request = request): Backend {
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
      return { risks: risksOf(await submitText(server, withPlatform(place), text, ask)), judgedBy };
    },
    async fix(text, place, strategy) {
      const record = await submitText(server, withPlatform(place), text, ask);
      const isMain = hasTiers(place.site);
      // What has nothing to rewrite is no rewrite for a server.
      if (!record.risks.some(({ kind }) => isMain || kind === 'violation')) {
        return { text, isAccepted: true, reason: null, risksLeft: risksOf(record) };
      }
      const body = isMain ? { strategy, mode: 'content' } : null;
      const fixed = await submitFix(server, place, { id: record.id, body }, ask);
      return isMain ? versionOf(fixed, text) : rewriteOf(fixed, text);
    },
    async checkImage(image, place) {
      const { id, riskLevel, labels, coverage } = await submitImage(server, place, image, ask);
      return {
        ...{ id, riskLevel },
        labels: labels.map(({ description, tier, ...label }) => ({
          description,
          riskLevel: label.riskLevel ?? tier ?? null,
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

const failed = (text: string): Fixed => ({ text, isAccepted: false, reason: 'failed', risksLeft: null });

function rewriteOf({ fixStatus, fixedText }: CheckRecord, text: string): Fixed {
  if (fixStatus !== 'completed' || typeof fixedText !== 'string') return failed(text);
  return { text: fixedText, isAccepted: true, reason: null, risksLeft: null };
}

function versionOf({ fixes }: CheckRecord, text: string): Fixed {
  const last = fixes.at(-1);
  if (!last) return failed(text);
  const reason = last.reason === 'nothing_left' ? last.reason : 'risk_left';
  return {
    text: last.fixedText,
    isAccepted: last.accepted,
    reason: last.accepted ? null : reason,
    risksLeft: null,
  };
}

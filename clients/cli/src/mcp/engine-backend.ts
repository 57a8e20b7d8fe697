import { rewrite } from '@redline/rule-engine/rewrite';
import { type OpenEngine, openEngine, selectionOf } from '../engine/open-engine.ts';
import type { Backend } from './backend.ts';

/** Returns a backend that is the engine in this process; that of a site is opened when it is needed first. */
export function engineBackend(): Backend {
  const engines = new Map<string, Promise<OpenEngine>>();
  const engineOf = (site: string): Promise<OpenEngine> => {
    const known = engines.get(site);
    if (known) return known;
    const opened = openEngine(site);
    engines.set(site, opened);
    // The next call tries again.
    opened.catch(() => engines.delete(site));
    return opened;
  };
  return {
    async check(text, place) {
      const { findRisks, version } = await engineOf(place.site);
      return { risks: await findRisks(place)(text), judgedBy: version };
    },
    async fix(text, place, strategy) {
      const { engine, findRisks } = await engineOf(place.site);
      const order = { text, strategy, mode: 'content', customFindings: [] } as const;
      const fixed = rewrite({ ...order, selection: selectionOf(place) }, engine);
      // Where nothing of substance would be left, somebody has to write something.
      const kept = fixed.refusal === 'nothing_left' ? text : fixed.text;
      return {
        text: kept,
        isAccepted: fixed.refusal === null,
        reason: fixed.refusal,
        risksLeft: await findRisks(place)(kept),
      };
    },
    checkImage: null,
    isCharged: false,
  };
}

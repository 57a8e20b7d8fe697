import { consideredMax } from '@redline/contracts';
import type { DetectorLabel, Localized, Wording } from '../pack/pack.ts';
import type { PackMeta } from '../pack/schema.ts';
import type { Considered, Evaluation, Finding, LetPass } from './evaluation.ts';

/**
 * What is shown of what a text was found to hold lawfully, in text order. A place is shown once for each reason, by its
 * widest hit; where a risk of its topic stands nothing was let pass.
 */
export function reportedConsidered({
  considered,
  findings,
}: Pick<Evaluation, 'considered' | 'findings'>): Considered[] {
  const shown: Considered[] = [];
  const byPlace = [...considered].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const one of byPlace) {
    if (shown.length === consideredMax) break;
    if (findings.some((finding) => overlap(finding, one) && topicOf(finding) === topicOf(one))) continue;
    if (!shown.some((other) => other.because === one.because && holds(other, one))) shown.push(one);
  }
  return shown;
}

/** Rule ids begin with pack and topic. */
const topicOf = ({ ruleId }: { readonly ruleId: string }): string => ruleId.slice(0, ruleId.lastIndexOf('.'));

const overlap = (finding: Finding, { start, end }: Considered): boolean =>
  finding.start < end && start < finding.end;

const holds = (outer: Considered, inner: Considered): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** What packs say: of their rules, by rule id, and of what is let pass, by pack id and by what took it back. */
export interface Sayings {
  readonly wordings: ReadonlyMap<string, Wording>;
  readonly reasons: ReadonlyMap<string, ReadonlyMap<string, Localized>>;
  /** By site: its pack, and what that says of things seen on pictures. */
  readonly seen: ReadonlyMap<string, Seen>;
}

export interface Seen {
  readonly pack: Evaluation['pack'];
  readonly labels: readonly DetectorLabel[];
  readonly tiers: PackMeta['tiers'];
}

/** Gives the reasons of hits of one pack; the same for the same rule and reason, so that it is kept once. */
export type Explain = (considered: readonly Considered[], packId: string) => LetPass[];

/** Makes sayings ready. What it makes throws an Error for a hit of an unknown pack, rule or reason. */
export function explainer({ wordings, reasons }: Pick<Sayings, 'wordings' | 'reasons'>): Explain {
  const known = new Map<string, Localized>();
  const reasonOf = ({ ruleId, because }: Considered, packId: string): Localized => {
    const key = `${ruleId} ${because}`;
    const made = known.get(key);
    if (made) return made;
    const sentences = reasons.get(packId)?.get(because);
    const category = wordings.get(ruleId)?.category;
    if (!sentences || !category) throw new Error(`nothing is said of ${key}`);
    const reason = Object.fromEntries(
      Object.entries(sentences).map(([locale, sentence]) => [
        locale,
        sentence.replace('{category}', () => category[locale] ?? ''),
      ]),
    );
    known.set(key, reason);
    return reason;
  };
  return (considered, packId) => considered.map((one) => ({ ...one, reason: reasonOf(one, packId) }));
}

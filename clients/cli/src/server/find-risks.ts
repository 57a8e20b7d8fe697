import type { FindRisks } from '../domain/check-copy.ts';
import type { CopyPlace } from '../domain/result.ts';
import type { Risk } from '../domain/risk.ts';
import type { Server } from './server.ts';
import { submissionsTo, type TextCheck } from './submissions.ts';

/** The contract judges no shorter text. */
const lengthMin = 10;

/**
 * Returns what finds risks by the text checks of a server. Each text is one check, and is charged.
 * @param place has a platform, which the contract requires
 * @throws ServerError by the function returned: in the words of the server, or for a check that failed
 */
export function findRisksBy(server: Server, place: CopyPlace): FindRisks {
  const { checkText } = submissionsTo(server, place);
  return async (text) => risksOf(await checkText(acceptedText(text)));
}

/** Makes a text one that the contract accepts, with the same offsets: blanks follow a short one. */
export const acceptedText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\uFFFD').padEnd(lengthMin);

/** Returns the risks of a completed check. */
export function risksOf({ risks, customRisks, semanticLabels }: TextCheck): Risk[] {
  const none = { alsoFoundBy: [], tier: null, tierLabel: null, legalRef: '', laws: [] } as const;
  return [
    ...risks.map(
      (risk): Risk => ({
        ...none,
        ruleId: risk.id?.replace(/:-?\d+$/, '') ?? 'redline.unnamed',
        kind: risk.kind,
        severity: risk.severity,
        source: risk.source,
        ...('tier' in risk && { tier: risk.tier, tierLabel: risk.tierLabel }),
        start: risk.startIndex,
        end: risk.endIndex,
        category: risk.category ?? '',
        suggestion: risk.suggestion ?? '',
        legalRef: risk.legalRef ?? '',
      }),
    ),
    ...customRisks.map(
      ({ startIndex, endIndex, replacement, note }): Risk => ({
        ...none,
        ...{ ruleId: 'redline.custom-word', kind: 'custom-word', severity: 'low', source: 'custom' },
        start: startIndex,
        end: endIndex,
        category: note || 'A word of your own list',
        suggestion: replacement ? `Write “${replacement}”.` : '',
      }),
    ),
    ...semanticLabels.map(
      (label): Risk => ({
        ...none,
        ...{ ruleId: 'redline.whole-text', kind: 'scene-hint', severity: 'low', source: 'model' },
        ...{ start: -1, end: -1, category: label, suggestion: '' },
      }),
    ),
  ];
}

import type { Finding, LetPass } from '@redline/rule-engine/evaluate';
import type { Localized, Wording } from '@redline/rule-engine/pack';

/** What is stored once for all checks that hold it: the texts of a rule's findings, or why a match was let pass. */
export type StoredWording = Wording | Localized;

/** A finding in its check's row: its texts are in the table of wordings. */
export type StoredFinding = Omit<Finding, 'wording'> & { readonly wordingId: string };

/** What was let pass, in its check's row. Rows of older versions have no reason for people. */
export type StoredConsidered = Omit<LetPass, 'reason'> & { readonly wordingId?: string };

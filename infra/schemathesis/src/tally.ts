import type { Case, Entry, Failure } from './events.ts';
import { refusalOf, sentenceOf } from './refusals.ts';

/** Failed checks of one kind. */
export interface Breach {
  readonly check: string;
  readonly operation: string;
  readonly message: string;
  /** The first case of its kind. */
  readonly first: Case;
  count: number;
}

/** Counts of a run, and what broke the contract. */
export interface Tally {
  cases: number;
  /** By operation, then by class of status: `2xx`, or `none` without an answer. */
  readonly operations: Map<string, Map<string, number>>;
  /** Failed checks that are no breach, by the name of their refusal. */
  readonly refused: Map<string, number>;
  readonly breaches: Map<string, Breach>;
  readonly errors: string[];
  /** Operations and phases for which the program had no cases. */
  readonly untried: string[];
}

export const newTally = (): Tally => ({
  cases: 0,
  operations: new Map(),
  refused: new Map(),
  breaches: new Map(),
  errors: [],
  untried: [],
});

const unanswered: Failure = { check: 'answered', message: 'no answer came' };

/** Adds an entry of a report. */
export function add(tally: Tally, entry: Entry): void {
  if (entry.kind === 'error') {
    tally.errors.push(entry.text);
    return;
  }
  if (entry.kind === 'untried') {
    tally.untried.push(entry.what);
    return;
  }
  const tried = entry.case;
  tally.cases++;
  const classes = tally.operations.get(tried.operation) ?? new Map<string, number>();
  tally.operations.set(tried.operation, classes);
  count(classes, tried.status === undefined ? 'none' : `${Math.floor(tried.status / 100)}xx`);
  const failures = tried.status === undefined ? [unanswered] : tried.failures;
  for (const failure of failures) addFailure(tally, tried, failure);
}

function addFailure(tally: Tally, tried: Case, failure: Failure): void {
  const refusal = refusalOf(tried, failure);
  if (refusal) {
    count(tally.refused, `${refusal.name} (${refusal.check})`);
    return;
  }
  const { check, message } = failure;
  const key = JSON.stringify([check, tried.operation, sentenceOf(tried).replaceAll(/\d+|"[^"]*"/g, '…')]);
  const known = tally.breaches.get(key);
  if (known) known.count++;
  else tally.breaches.set(key, { check, operation: tried.operation, message, first: tried, count: 1 });
}

const count = (counts: Map<string, number>, name: string): Map<string, number> =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

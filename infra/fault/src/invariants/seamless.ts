import { forEach, type Invariant } from './invariant.ts';

/** Invariants that hold as well while everything is restarted in turn: a replica is always there. */
export const seamless: readonly Invariant[] = [
  forEach(
    'no request fails, but for connections that a repeated request mends',
    ({ observed }) => observed.submissions,
    ({ ref, answers }) =>
      answers.some(({ status }) => status === 500)
        ? `submission ${ref} was answered ${answers.map(({ status }) => status ?? 'not').join(', ')}`
        : undefined,
  ),
  forEach(
    'a submission that is repeated is accepted in the end',
    ({ observed }) => observed.submissions.filter(({ idempotencyKey }) => idempotencyKey !== null),
    ({ ref, answers }) =>
      answers.some(({ status }) => status === 201 || status === 402)
        ? undefined
        : `submission ${ref} was answered ${answers.map(({ status }) => status ?? 'not').join(', ')}`,
  ),
];

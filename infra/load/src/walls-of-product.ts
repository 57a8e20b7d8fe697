import type { Measured, Wall } from './capacity.ts';
import type { Alone } from './saved-costs.ts';

/** `max_ack_pending` of every consumer of JOBS, and `JOB_CONCURRENCY` of the text engine. */
const ackPendingMax = 1_000;
const jobConcurrency = 16;
/** A large machine for Postgres. */
const postgresCores = 16;

/**
 * Lists what there is one of. A check is a text here: others are dearer in CPU, which has no wall.
 * @param alone what single servers do, as far as it was measured
 * @param utilisation the share of Postgres' cores that may be busy
 */
export function productWalls(
  { texts }: Measured,
  alone: Alone | undefined,
  utilisation: number,
): readonly Wall[] {
  const computed: readonly Wall[] = [
    {
      name: `judges at work: ${ackPendingMax} jobs under way, of which a replica holds ${jobConcurrency} and judges one`,
      perSecond: (Math.floor(ackPendingMax / jobConcurrency) * 1_000) / (texts.cpuMs['judge'] ?? 0),
      perCheck: 1,
    },
    {
      name: `one Postgres of ${postgresCores} cores for all databases`,
      perSecond: (postgresCores * utilisation * 1_000) / (texts.cpuMs['postgres'] ?? 0),
      perCheck: 1,
    },
  ];
  const measured = [
    { name: 'charges of one account', perSecond: alone?.chargesOfOneAccount, perCheck: 1 },
    { name: 'charges of all accounts', perSecond: alone?.charges, perCheck: 1 },
    { name: 'commits of one Postgres', perSecond: alone?.commits, perCheck: texts.transactions },
    {
      name: 'messages that the leader of a stream stores',
      perSecond: alone?.publishes,
      perCheck: texts.storedMessages,
    },
  ];
  return [
    ...computed,
    ...measured.flatMap(({ perSecond, ...wall }) =>
      perSecond === undefined ? [] : [{ ...wall, perSecond }],
    ),
  ];
}

import { setTimeout as sleep } from 'node:timers/promises';
import { billingRequests, type Erasure } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { ask, RefusedError } from './ask.ts';
import type { Deps } from './deps.ts';

const pollMsDefault = 2_000;
/** After this the command ends; the erasure goes on. */
const waitMaxMs = 6 * 3_600_000;

export interface EraseOptions {
  readonly accountId: string;
  /** Who has it erased, for the services' log and for good in billing. */
  readonly operator: string;
  /** Asks nobody. */
  readonly yes: boolean;
  /** Whether to wait for the end. */
  readonly wait: boolean;
}

/** Counts without those of services that have none. */
const byService = (services: Erasure['services'], field: 'removed' | 'left') =>
  Object.fromEntries(
    services.flatMap(({ service, [field]: counts }) =>
      Object.keys(counts).length > 0 ? [[service, counts]] : [],
    ),
  );

/** Renders how far an erasure is. */
export const renderProgress = ({
  accountId,
  askedBy,
  askedAt,
  notBefore,
  finishedAt,
  services,
}: Erasure) => ({
  accountId,
  askedBy,
  askedAt,
  finishedAt,
  ...(finishedAt === null ? { notBefore } : {}),
  removed: byService(services, 'removed'),
  left: byService(services, 'left'),
  ...(services.some(({ failure }) => failure !== null)
    ? {
        failures: Object.fromEntries(
          services.flatMap(({ service, failure }) => (failure ? [[service, failure]] : [])),
        ),
      }
    : {}),
});

/** Asks the person who runs the command to type the id of the account. */
async function confirmed({ accountId }: EraseOptions, confirm: Deps['confirm']): Promise<void> {
  const typed = await confirm?.(
    `Everything of ${accountId} is erased and does not come back; its books stay. Type the account's id: `,
  );
  if (typed === undefined)
    throw new RefusedError(`nobody is there to confirm: give --yes to erase ${accountId}`);
  if (typed.trim() !== accountId) throw new RefusedError(`nothing was erased: that is not ${accountId}`);
}

/**
 * Has an account closed and erased, and waits until no service has anything left. A command that ends before changes
 * nothing: billing goes on by itself, and the same command shows how far it is.
 * @returns how far it is at the end
 * @throws RefusedError if there is no such account or nobody confirmed
 */
export async function eraseAccount(
  bus: Bus,
  options: EraseOptions,
  { confirm, note, pollMs = pollMsDefault }: Pick<Deps, 'confirm' | 'note' | 'pollMs'>,
) {
  const { accountId, operator } = options;
  const { closedAt } = await ask(bus, billingRequests.accountIdentity, { accountId, operator });
  if (closedAt === null && !options.yes) await confirmed(options, confirm);
  let { erasure } = await ask(bus, billingRequests.accountErase, { accountId, operator });
  let noted = '';
  const endsAt = Date.now() + waitMaxMs;
  while (options.wait && erasure.finishedAt === null && Date.now() < endsAt) {
    const { removed, left, failures } = renderProgress(erasure);
    const state = JSON.stringify({ removed, left, ...(failures ? { failures } : {}) });
    if (state !== noted) note?.(state);
    noted = state;
    await sleep(pollMs);
    ({ erasure } = await ask(bus, billingRequests.accountErasure, { accountId }));
  }
  return renderProgress(erasure);
}

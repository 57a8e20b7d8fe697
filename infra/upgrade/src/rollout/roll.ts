import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultStack, type ServiceName, serviceNames, type Target } from '@redline/fault';

/**
 * The order in which services are replaced: who answers a request before who asks it, so the gateway last. Back goes the other
 * way round. (Billing asks all others too, of what has long been there.)
 */
export const rolloutOrder: readonly ServiceName[] = serviceNames;

export interface Rollout {
  readonly stack: FaultStack;
  /** The checkout of the release that runs at first; the other one is this checkout. */
  readonly older: string;
  /** How long each release runs alone before the next step, ms. */
  readonly soakMs: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Upgrades a loaded stack as an orchestrator does: all migrations, then one process after the other, each started once the one
 * in its place has ended in order. Then takes the release back the same way; migrations stay. Then upgrades again, since work
 * of a kind that the older release does not know waits in the streams until there is somebody who does it.
 * @throws Error when a migration fails or a process does not get ready
 */
export async function upgradeBackAndAgain({ stack, older, soakMs, say, signal }: Rollout): Promise<void> {
  const running = new Map(stack.servers);
  const replace = async (service: ServiceName, checkout: string | undefined) => {
    const targets = [...running.keys()].filter((target) => isOf(service, target));
    for (const target of targets) {
      signal.throwIfAborted();
      const startMs = performance.now();
      const server = running.get(target);
      if (server?.pid() === undefined) throw new Error(`${target} has ended, though nobody had ended it`);
      await server.stop();
      const next = stack.buildWith(target, {}, checkout);
      await next.start();
      running.set(target, next);
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
      say(`  ${target} is of the ${checkout === undefined ? 'newer' : 'older'} release (${seconds} s)`);
    }
  };
  say('migrations of the newer release, while the older one runs');
  for (const service of rolloutOrder) await stack.migrate(service);
  const upgrade = async () => {
    for (const service of rolloutOrder) await replace(service, undefined);
  };
  const soak = async (release: string) => {
    say(`the ${release} release runs alone for ${soakMs / 1_000} s`);
    await sleep(soakMs, undefined, { signal });
  };
  say('upgrade');
  await upgrade();
  await soak('newer');
  say('rollback');
  for (const service of rolloutOrder.toReversed()) await replace(service, older);
  await soak('older');
  say('upgrade, again');
  await upgrade();
  for (const [target, server] of running) {
    if (server.pid() === undefined) throw new Error(`${target} has ended, though nobody had ended it`);
  }
}

const isOf = (service: ServiceName, target: Target): boolean =>
  target === service || target.replace(/-\d+$/, '') === service;

import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { resealSecrets } from '../store/reseal.ts';

/** Returns one turn of encrypting by the current key what an older one has encrypted. */
export const createResealing =
  ({ db, box }: Pick<Deps, 'db' | 'box'>, log: Logger) =>
  async (signal: AbortSignal): Promise<void> => {
    let after: string | null = '';
    let resealed = 0;
    while (after !== null && !signal.aborted) {
      const page = await resealSecrets(db, box, after);
      resealed += page.resealed;
      after = page.last;
    }
    if (resealed > 0) log.info({ resealed }, 'secrets are encrypted by the current key');
  };

import type { Logger } from '../log/index.ts';

type Close = () => Promise<void> | void;

export interface CloseList {
  readonly add: (name: string, close: Close) => void;
  /** Closes what was added, the last first, each once; a part that fails does not stop the others. */
  readonly closeAll: (log: Logger | undefined, timeoutMs: number) => Promise<'closed' | 'failed' | 'timeout'>;
}

/** Parts are added as they are opened, so closing in reverse stops the intake first and the clients last. */
export function createCloseList(): CloseList {
  const parts: { readonly name: string; readonly close: Close }[] = [];
  return {
    add(name, close) {
      parts.push({ name, close });
    },
    async closeAll(log, timeoutMs) {
      let failed = false;
      let current = '';
      const closing = (async () => {
        for (let part = parts.pop(); part; part = parts.pop()) {
          current = part.name;
          try {
            await part.close();
          } catch (error) {
            failed = true;
            log?.error({ err: error, part: current }, 'a part did not close');
          }
        }
        return failed ? 'failed' : 'closed';
      })();
      const { promise: late, resolve } = Promise.withResolvers<'timeout'>();
      const timer = setTimeout(() => resolve('timeout'), timeoutMs);
      const outcome = await Promise.race([closing, late]);
      clearTimeout(timer);
      if (outcome === 'timeout') log?.error({ part: current, timeoutMs }, 'closing took too long');
      return outcome;
    },
  };
}

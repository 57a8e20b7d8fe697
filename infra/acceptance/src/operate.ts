import { buildProgram } from '@redline/admin/program';
import { type Bus, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';

/** Runs one of the operator's commands in this process: a process for each would take longer than the tests. */
export interface Operator {
  /** @returns the printed JSON; rejects with the command's message if it is refused */
  readonly run: (...words: readonly string[]) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function openOperator(natsUrl: string): Promise<Operator> {
  const log = createLogger({ service: 'acceptance', level: 'silent' });
  const bus = await connectBus({ url: natsUrl, name: 'acceptance', log, connectTimeoutMs: 5_000 });
  return {
    async run(...words) {
      let printed: unknown;
      const print = (answer: object) => {
        printed = answer;
      };
      const withBus = <T>(use: (bus: Bus) => Promise<T>) => use(bus);
      await buildProgram({ withBus, print }).parseAsync([...words], { from: 'user' });
      return printed;
    },
    close: () => bus.close(),
  };
}

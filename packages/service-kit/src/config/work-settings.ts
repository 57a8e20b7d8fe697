import { setting } from './setting.ts';

/**
 * The setting of a service that answers requests on the bus.
 * @param service as the README calls it: `the engine`
 */
export const requestSettings = (service: string) => ({
  REQUEST_CONCURRENCY: setting.int({
    default: 256,
    min: 1,
    max: 10_000,
    unit: 'requests',
    reason: `Requests of one kind at the same time; those past it are told at once that ${service} is busy`,
  }),
});

/**
 * How long a message of a worker that died waits before another one gets it.
 * @param options `default` and `max` in milliseconds
 */
export const leaseSetting = (options: {
  readonly default: number;
  readonly max: number;
  readonly reason: string;
}) => setting.int({ ...options, min: 1_000, unit: 'ms' });

import { ConfigError, setting } from '@redline/service-kit/config';
import type { EndpointOptions } from './endpoint/guard.ts';

/** The texts of a model's settings in the README of a service. */
export interface ModelWords {
  /** The task of the model, in the third person. */
  readonly reads: string;
  /** The consequence of having none configured. */
  readonly without: string;
  /** The consequence of a timeout. */
  readonly late: string;
  /** The default timeout. */
  readonly timeoutMs: number;
}

/** The settings of a model. */
const settingsOf = (prefix: string, { reads, without, late, timeoutMs }: ModelWords) => ({
  URL: setting.url({
    protocols: ['http:', 'https:'],
    default: null,
    reason: `Base URL of an OpenAI-compatible endpoint, with its version, whose model ${reads}; ${without}`,
  }),
  KEY: setting.string({ default: null, secret: true, reason: 'Sent to the endpoint as a bearer token' }),
  NAME: setting.string({
    default: null,
    maxLength: 200,
    reason: `Which model of the endpoint; needed where ${prefix}_URL is set`,
  }),
  TIMEOUT_MS: setting.int({
    default: timeoutMs,
    min: 100,
    max: 600_000,
    unit: 'ms',
    reason: `Past it ${late}; retries and waiting included`,
  }),
  CONCURRENCY: setting.int({
    default: 4,
    min: 1,
    max: 256,
    unit: 'questions',
    reason: 'Questions to the model at the same time; eight times as many may wait',
  }),
});

type Named<P extends string> = {
  readonly [K in keyof ReturnType<typeof settingsOf> as `${P}_${K}`]: ReturnType<typeof settingsOf>[K];
};

/**
 * Builds the settings of one model, for a service's own spec.
 * @param prefix of their names
 */
export function modelSettings<P extends string>(prefix: P, words: ModelWords): Named<P> {
  const entries = Object.entries(settingsOf(prefix, words));
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}_${name}`, value])) as Named<P>;
}

const retriesMax = 1;
const failuresMax = 5;
const restMs = 30_000;

/**
 * Returns the endpoint of a model; null if none is configured.
 * @param prefix of its settings
 * @throws ConfigError for an endpoint without a model
 */
export function endpointOf(
  prefix: string,
  { url, model, ...set }: { readonly url: string | null; readonly model: string | null } & Chosen,
): EndpointOptions | null {
  if (url === null) return null;
  if (model === null) throw new ConfigError([`${prefix}_NAME is missing; ${prefix}_URL is set and needs it`]);
  return { url, model, ...set, retriesMax, failuresMax, restMs };
}

type Chosen = Pick<EndpointOptions, 'key' | 'timeoutMs' | 'concurrencyMax'>;

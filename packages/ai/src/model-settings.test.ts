import { loadConfig } from '@redline/service-kit/config';
import { describe, expect, it } from 'vitest';
import { endpointOf, modelSettings } from './model-settings.ts';

const settings = modelSettings('VISION_MODEL', {
  reads: 'looks',
  without: 'nobody does',
  late: 'nobody did',
  timeoutMs: 20_000,
});
const endpoint = (env: NodeJS.ProcessEnv) => {
  const config = loadConfig(settings, env);
  return endpointOf('VISION_MODEL', {
    url: config.VISION_MODEL_URL,
    key: config.VISION_MODEL_KEY,
    model: config.VISION_MODEL_NAME,
    timeoutMs: config.VISION_MODEL_TIMEOUT_MS,
    concurrencyMax: config.VISION_MODEL_CONCURRENCY,
  });
};

describe('a model that is asked', () => {
  it('is there where an endpoint and its model are named', () => {
    const env = {
      VISION_MODEL_URL: 'http://127.0.0.1:1/v1',
      VISION_MODEL_NAME: 'eyes-1',
      VISION_MODEL_KEY: 'k',
    };
    expect(endpoint(env)).toMatchObject({
      url: 'http://127.0.0.1:1/v1',
      model: 'eyes-1',
      key: 'k',
      timeoutMs: 20_000,
      concurrencyMax: 4,
    });
  });

  it('is none where nothing is configured', () => {
    expect(endpoint({})).toBeNull();
  });

  it('stops the service at its start where the model is not named', () => {
    expect(() => endpoint({ VISION_MODEL_URL: 'http://127.0.0.1:1/v1' })).toThrow(
      /VISION_MODEL_NAME is missing/,
    );
  });
});

import { loadConfig } from '@redline/service-kit/config';
import { environmentFaults, exampleEnvironment } from '@redline/workload';
import { expect, it } from 'vitest';
import { originOf, settings } from './config.ts';
import { workload } from './workload.ts';

it('the environment on a cluster is accepted by the config, and every variable of it is a setting', () => {
  const config = loadConfig(settings, exampleEnvironment(workload));
  expect(config.SHUTDOWN_DRAIN_MS).toBe(workload.shutdown.drainMs);
  expect(originOf(config)).toMatchObject({ isSecure: true, showsMail: false });
  expect(environmentFaults(workload, Object.keys(settings))).toEqual([]);
});

import { type ConfigOf, loadConfig, serviceSettings } from '@redline/service-kit/config';

/** Every setting of the media engine; the table in the README is made from it. */
export const settings = {
  ...serviceSettings({ opsPort: 9103 }),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each setting that is wrong */
export const readConfig = (): Config => loadConfig(settings, process.env);

export { ConfigError } from './config-error.ts';
export { type ConfigOf, type ConfigSpec, loadConfig } from './load-config.ts';
export { busCredentialSettings, busServiceSettings, serviceSettings } from './service-settings.ts';
export { type Refusal, refusal, type Setting, setting } from './setting.ts';
export { settingsTable } from './settings-table.ts';

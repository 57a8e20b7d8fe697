import { loadConfig, setting } from '@redline/service-kit/config';

const spec = {
  HOST: setting.string({ default: '127.0.0.1', reason: 'Address of the public API' }),
  PORT: setting.int({
    default: 8080,
    min: 0,
    max: 65_535,
    reason: 'Port of the public API; 0 takes a free one',
  }),
  CONSOLE_PORT: setting.int({
    default: 8083,
    min: 0,
    max: 65_535,
    reason: 'Port of the console, which is at this machine alone; 0 takes a free one',
  }),
  REDLINE_DATA_DIR: setting.string({
    default: null,
    reason: 'Where data, log and keys are kept, instead of .redline in the checkout',
  }),
  DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    default: null,
    reason: 'A Postgres to use instead of our own, as a role that may create databases and roles',
  }),
  NATS_URL: setting.url({
    protocols: ['nats:', 'tls:'],
    many: true,
    default: null,
    reason: 'A NATS server with JetStream to use instead of our own',
  }),
};

/**
 * Reads the settings of `npm start` itself; all other variables are passed to the services.
 * @throws ConfigError with one line for each invalid setting
 */
export const readSettings = () => loadConfig(spec, process.env);
export type Settings = ReturnType<typeof readSettings>;

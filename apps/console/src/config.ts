import { delegation } from '@redline/contracts';
import { busServiceSettings, type ConfigOf, loadConfig, setting } from '@redline/service-kit/config';
import { StartError } from '@redline/service-kit/shutdown';

/** All settings of the console; the table in the README is generated from them. */
export const settings = {
  ...busServiceSettings({ opsPort: 9106, service: 'the console' }),
  HOST: setting.string({ default: '127.0.0.1', reason: 'Address of the console; 0.0.0.0 in a container' }),
  PORT: setting.int({
    default: 8083,
    min: 0,
    max: 65_535,
    reason: 'Port of the console; 0 takes a free one',
  }),
  CONSOLE_URL: setting.url({
    protocols: ['http:', 'https:'],
    reason:
      'Where people reach it: the only Origin whose writes are taken, and the links in mails. https, or http of this machine; an origin of its own, apart from the API',
  }),
  API_URL: setting.url({
    protocols: ['http:', 'https:'],
    reason: 'The public API, for the samples of code on the page',
  }),
  GATEWAY_INTERNAL_URL: setting.url({
    protocols: ['http:', 'https:'],
    default: 'http://127.0.0.1:8082',
    reason: 'The internal listener of the gateways',
  }),
  DELEGATION_SECRETS: setting.secrets({
    minLength: delegation.secretLengthMin,
    reason: 'The first one signs what the gateways are asked for; they know it too',
  }),
  AUTH_SECRET: setting.string({
    minLength: 32,
    secret: true,
    reason: 'Signs cookies and the links in mails; another one signs everybody out',
  }),
  TRUST_PROXY: setting.proxies({
    reason: 'Proxies whose X-Forwarded-For is believed; attempts to sign in are counted by client network',
  }),
  SIGN_UP: setting.enum({
    values: ['closed', 'open'],
    default: 'closed',
    reason: 'Whether anybody with an e-mail address may sign up and make an organisation',
  }),
  SMTP_URL: setting.url({
    protocols: ['smtp:', 'smtps:'],
    default: null,
    secret: true,
    reason: 'The server that takes mails, with user and password; without it they are written to MAIL_DIR',
  }),
  MAIL_FROM: setting.string({ default: 'Redline <redline@localhost>', reason: 'The sender of mails' }),
  MAIL_DIR: setting.string({
    default: null,
    reason:
      'A folder for mails instead of a server; where the console is at this machine alone, it also shows them',
  }),
  SESSION_DAYS: setting.int({
    default: 7,
    min: 1,
    max: 90,
    unit: 'days',
    reason: 'A session ends after so many days without use',
  }),
  AUDIT_LOG_DAYS: setting.int({
    default: 365,
    min: 1,
    max: 3_650,
    unit: 'days',
    reason: 'How long it is known who did what',
  }),
  WEB_DIR: setting.string({
    default: null,
    reason: 'Folder of the built page; left out, `web/dist` of this checkout',
  }),
  BODY_LIMIT_BYTES: setting.int({
    default: 131_072,
    min: 32_768,
    max: 1_048_576,
    unit: 'bytes',
    reason: 'A text of 5,000 characters takes at most 30 kB in JSON',
  }),
  MAX_CONNECTIONS: setting.int({
    default: 2_000,
    min: 10,
    max: 100_000,
    reason: 'Connections past this are dropped',
  }),
  GATEWAY_CONNECTIONS_MAX: setting.int({
    default: 200,
    min: 4,
    max: 10_000,
    unit: 'connections',
    reason: 'To the gateways; a submission that waits has one for up to 30 s',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** @throws ConfigError with one line for each invalid setting */
export const readConfig = (): Config => loadConfig(settings, process.env);

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Checks what settings say together.
 * @returns the console's origin, whether it is reached at this machine alone, and whether its cookies need https
 * @throws StartError with a sentence for the operator
 */
export function originOf(config: Pick<Config, 'CONSOLE_URL' | 'SMTP_URL' | 'MAIL_DIR'>) {
  const url = new URL(config.CONSOLE_URL);
  const isSecure = url.protocol === 'https:';
  const isLocal = !isSecure && loopback.has(url.hostname);
  if (!isSecure && !isLocal)
    throw new StartError('CONSOLE_URL: it must begin with https://, unless it is at this machine');
  if (url.pathname !== '/' || url.search !== '')
    throw new StartError('CONSOLE_URL: the console needs an origin of its own, without a path');
  if (config.SMTP_URL === null && config.MAIL_DIR === null)
    throw new StartError('SMTP_URL, MAIL_DIR: one of them is needed, to send or to keep mails');
  return { origin: url.origin, isSecure, showsMail: isLocal && config.SMTP_URL === null };
}

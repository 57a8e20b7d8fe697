import { describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { loadConfig } from './load-config.ts';
import { serviceSettings } from './service-settings.ts';
import { setting } from './setting.ts';
import { settingsTable } from './settings-table.ts';

const spec = {
  DATABASE_URL: setting.url({ protocols: ['postgres:'], reason: 'where the records are' }),
  LIMIT: setting.int({ default: 10, min: 1, max: 100, unit: 'requests', reason: 'protects the | database' }),
  COLOUR: setting.enum({ values: ['red', 'blue'], default: 'red', reason: 'taste' }),
  DEBUG: setting.bool({ default: false, reason: 'noise' }),
  TOKEN: setting.string({ default: null, minLength: 8, secret: true, reason: 'a model endpoint' }),
};
const DATABASE_URL = 'postgres://u:p@db:5432/x';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(spec, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('config', () => {
  it('is read, typed, filled with defaults and frozen', () => {
    const config = loadConfig(spec, { DATABASE_URL, LIMIT: ' 20 ', DEBUG: 'true', COLOUR: '' });
    const limit: number = config.LIMIT;
    const token: string | null = config.TOKEN;
    expect({ ...config, limit, token }).toEqual({
      DATABASE_URL,
      LIMIT: 20,
      COLOUR: 'red',
      DEBUG: true,
      TOKEN: null,
      limit: 20,
      token: null,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('names every fault at once, in one line each', () => {
    expect(faultsOf({ LIMIT: '0', COLOUR: 'green', DEBUG: 'maybe' })).toEqual([
      'DATABASE_URL is missing; it takes a URL that begins with postgres://',
      'LIMIT is "0"; it takes a whole number from 1 to 100',
      'COLOUR is "green"; it takes one of red, blue',
      'DEBUG is "maybe"; it takes true or false',
    ]);
  });

  it.each(['1.5', '1e2', '0x10', 'NaN', '99999999999999999999', '101', '-1'])(
    'takes %s for no whole number',
    (LIMIT) => expect(faultsOf({ DATABASE_URL, LIMIT })).toHaveLength(1),
  );

  it.each(['db:5432', 'http://db/x', 'postgres://', 'postgres:///x'])(
    'takes %s for no URL of a database',
    (url) => expect(faultsOf({ DATABASE_URL: url })).toHaveLength(1),
  );

  it('never shows a secret or what may hold a password, and keeps a line a line', () => {
    const faults = faultsOf({
      DATABASE_URL: 'mysql://u:hunter2@db/x',
      TOKEN: 'short',
      COLOUR: `a\nb${'x'.repeat(500)}`,
    });
    expect(faults.join()).not.toMatch(/hunter2|short|\n/);
    expect(Math.max(...faults.map((fault) => fault.length))).toBeLessThan(150);
  });
});

describe('the settings table', () => {
  it('has a row for each setting with its default, bounds, unit and reason', () => {
    expect(settingsTable(spec).split('\n')).toEqual([
      '| Variable | Default | Takes | Why |',
      '| --- | --- | --- | --- |',
      '| `DATABASE_URL` | required | a URL that begins with postgres:// | where the records are |',
      '| `LIMIT` | `10` | a whole number from 1 to 100 (requests) | protects the \\| database |',
      '| `COLOUR` | `red` | one of red, blue | taste |',
      '| `DEBUG` | `false` | true or false | noise |',
      '| `TOKEN` | none | 8 to 10000 characters | a model endpoint |',
    ]);
  });

  it('of what every service has is complete with only the database named', () => {
    const config = loadConfig(serviceSettings({ opsPort: 9_101 }), { DATABASE_URL });
    expect(config.OPS_PORT).toBe(9_101);
  });
});

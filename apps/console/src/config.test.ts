import { loadConfig, settingsTable } from '@redline/service-kit/config';
import { readUnaligned } from '@redline/testkit/service';
import { describe, expect, it } from 'vitest';
import { originOf, settings } from './config.ts';

const needed = {
  DATABASE_URL: 'postgres://console@127.0.0.1/console',
  CONSOLE_URL: 'https://console.example.com',
  API_URL: 'https://api.example.com',
  DELEGATION_SECRETS: 'a-secret-with-at-least-32-characters',
  AUTH_SECRET: 'another-secret-with-at-least-32-characters',
  SMTP_URL: 'smtps://user:password@mail.example.com',
};
const originWith = (env: Readonly<Record<string, string>>) =>
  originOf(loadConfig(settings, { ...needed, ...env }));

describe('the settings', () => {
  it('close sign-up where nothing else is said', () => {
    expect(loadConfig(settings, needed).SIGN_UP).toBe('closed');
  });

  it.each(['http://console.example.com', 'http://192.168.0.7', 'https://example.com/console'])(
    'refuse %s as the address of the console',
    (CONSOLE_URL) => {
      expect(() => originWith({ CONSOLE_URL })).toThrow(/^CONSOLE_URL: /);
    },
  );

  it('show mails at this machine alone, and where none is sent', () => {
    const local = { CONSOLE_URL: 'http://127.0.0.1:8083', MAIL_DIR: 'mail' };
    expect(originWith({ ...local, SMTP_URL: '' })).toMatchObject({ showsMail: true, isSecure: false });
    expect(originWith(local).showsMail).toBe(false);
    expect(originWith({ SMTP_URL: '', MAIL_DIR: 'mail' })).toMatchObject({
      showsMail: false,
      isSecure: true,
    });
    expect(() => originWith({ SMTP_URL: '' })).toThrow('one of them is needed');
  });

  it('are told in the README as they are', async () => {
    const readme = await readUnaligned(new URL('../README.md', import.meta.url));
    expect(readme).toContain(settingsTable(settings));
  });
});

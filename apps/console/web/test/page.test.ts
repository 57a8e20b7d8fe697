import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type OpenPage,
  openPage,
  type Page,
  scrollsSideways,
  seriousFaults,
  testBrowser,
} from '@redline/testkit/browser';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeConsole, startFakeConsole } from './fake/fake-console.ts';
import { demo, refusal } from './fake/fake-world.ts';

const { launch, skip } = await testBrowser();

/** The built page in a real browser, under the policy with which it is served, against made-up answers. */
describe.skipIf(skip)(skip ? `the page: ${skip}` : 'the page', () => {
  let dist: string;
  let browser: Browser;
  let fake: FakeConsole;
  let watched: OpenPage;
  let page: Page;

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'redline-page-'));
    const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
    await build({ configFile, logLevel: 'error', build: { outDir: dist, emptyOutDir: true } });
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await rm(dist, { recursive: true, force: true });
  });
  beforeEach(async () => {
    fake = await startFakeConsole(dist);
    watched = await openPage(browser);
    page = watched.page;
    return async () => {
      await watched.context.close();
      await fake.stop();
      expect(watched.complaints).toEqual([]);
    };
  });

  const open = async (path: string) => {
    fake.world.isSignedIn = true;
    await page.goto(`${fake.url}${path}`);
  };
  const check = async (text: string, site = 'us') => {
    await open(`/playground/${site}`);
    await page.getByLabel('Text', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL('**/checks/**');
    await page.locator('[data-tone]').waitFor();
  };
  const risky = 'Fern drops. Clinically proven to cure arthritis in two weeks, guaranteed. From Oregon.';
  const chosen = () =>
    page.getByLabel('Text', { exact: true }).evaluate((element) => {
      const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });

  it('takes a stranger to the sign-in, and from there to where they wanted', async () => {
    await page.goto(`${fake.url}/credits?site=us`);
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Credits' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/credits');
  });

  it('signs somebody up, and leads from the link of the mail, by the password, straight to a first text', async () => {
    await page.goto(`${fake.url}/sign-up`);
    await page.getByLabel('Your name').fill('Mei Lin');
    await page.getByLabel('E-mail address').fill(demo.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText(`We have sent a link to ${demo.email}.`).waitFor();
    await page.goto(`${fake.url}/verify-email?token=abc`);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByRole('heading', { name: 'Check a text' }).waitFor();
  });

  it('confirms no address without the password of the sign-up, and leads who does not know it to a reset', async () => {
    await page.goto(`${fake.url}/verify-email?token=abc`);
    await page.getByLabel('Password', { exact: true }).fill('what the owner made up');
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByText('This is not the password of the sign-up.').waitFor();
    expect(fake.world.isSignedIn).toBe(false);
    await page.getByRole('link', { name: 'Somebody else signed you up' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  });

  it('says that nobody can sign up where it is closed, and refuses a link that is too old', async () => {
    fake.world.signUp = 'closed';
    await page.goto(`${fake.url}/sign-up`);
    await page.getByText('Nobody can sign up here.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0);
    fake.world.overrides.set('POST /api/auth/verify-email', () => refusal(400, 'invalid_token', 'old'));
    await page.goto(`${fake.url}/verify-email?token=old`);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByText('This link was used before, or is too old.').waitFor();
  });

  it('keeps marks and cards in step, by mouse and by keyboard, where risks overlap too', async () => {
    await check(risky);
    const cards = page.locator('[data-card]');
    expect(await cards.count()).toBe(4);
    // The inner mark is meant where two overlap.
    await page.getByLabel('Text', { exact: true }).focus();
    await page.keyboard.press('Control+Home');
    for (let at = 0; at < risky.indexOf('proven'); at += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[data-card][data-active]').getByText('Proof that is not shown').waitFor();
    await page.keyboard.press('F8');
    expect(await chosen()).toBe('guaranteed');
    await page.keyboard.press('Shift+F8');
    await page.keyboard.press('Shift+F8');
    expect(await chosen()).toBe('Clinically proven to cure arthritis in two weeks');
    expect(await page.locator('mark[data-active]').count()).toBeGreaterThan(0);
    await cards.filter({ hasText: 'Oregon' }).getByRole('button').first().click();
    expect(await page.locator('mark[data-active]').textContent()).toBe('Oregon');
    expect(await page.locator('[data-card] [aria-expanded="true"]').count()).toBe(1);
  });

  it('says of a finding what to do, the law with its official text, and decided cases', async () => {
    await check(risky);
    await page.locator('[data-card] button').first().click();
    const card = page.locator('[data-card][data-active]');
    await card.getByText('Remove the claim').waitFor();
    const law = card.getByRole('link', { name: /21 U\.S\.C\. 321/ });
    expect(await law.getAttribute('href')).toMatch(/^https:\/\/uscode\.house\.gov\//);
    expect(await card.getByRole('link', { name: 'Read the case' }).getAttribute('href')).toMatch(/^https:/);
  });

  it('applies a fix, moves the marks behind it, and takes it back', async () => {
    await check(risky);
    const text = page.getByLabel('Text', { exact: true });
    await page.locator('[data-card]', { hasText: 'arthritis' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Take these words out' }).click();
    expect(await text.inputValue()).toBe('Fern drops. , guaranteed. From Oregon.');
    expect(await page.locator('mark').allTextContents()).toEqual(['guaranteed', 'Oregon']);
    await page.getByText('The text has changed since it was checked').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await text.inputValue()).toBe(risky);
    await page.locator('[data-card]', { hasText: 'Oregon' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Replace by “the West Coast”' }).click();
    expect(await text.inputValue()).toContain('From the West Coast.');
  });

  it('rewrites a text for a price that is told, and shows the difference', async () => {
    await check(risky);
    const rewrite = page.getByRole('region', { name: 'Rewrite' });
    await rewrite.getByText('3 credits').waitFor();
    await rewrite.getByRole('button', { name: 'Rewrite' }).click();
    await rewrite.locator('del').first().waitFor();
    await rewrite.getByRole('button', { name: 'Use this text' }).click();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).not.toContain('arthritis');
  });

  it('keeps a draft through a reload, and forgets it with the sign-out', async () => {
    await open('/playground/us');
    await page.getByLabel('Text', { exact: true }).fill('Soft socks, six pairs');
    await page.getByLabel('What is sold').selectOption('apparel');
    await page.reload();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Soft socks, six pairs');
    expect(await page.getByLabel('What is sold').inputValue()).toBe('apparel');
    await page.getByRole('button', { name: 'Menu of Mei Lin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('draft'))),
    ).toEqual([]);
  });

  it('sends a submission that got no answer again with the same key, so that it is paid once', async () => {
    const keys: string[] = [];
    await page.route('**/text/checks?wait=*', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await (keys.length === 1 ? route.abort() : route.continue());
    });
    await open('/playground/us');
    await page.getByLabel('Text', { exact: true }).fill(risky);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The server does not answer.').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL('**/checks/**');
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('shows a key once, and no Escape loses it', async () => {
    await open('/keys');
    await page.getByText('No key yet.').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop import');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    await shown.getByText('svc_live_').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await shown.getByText('svc_live_').waitFor();
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('rowheader', { name: 'Shop import' }).waitFor();
    expect(await page.content()).not.toContain('AbCdEfGhIjKl');
    await page.getByRole('button', { name: 'Actions of Shop import' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke Shop import?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByText('No key is active.').waitFor();
  });

  it('adds a statement up to the balance, page by page', async () => {
    await open('/credits?site=us');
    await page.locator('tr[data-amount]').first().waitFor();
    const entries = await page
      .locator('tr[data-amount]')
      .evaluateAll((rows) =>
        rows.map((row) => [Number(row.dataset['amount']), Number(row.dataset['balance'])] as const),
      );
    const total = Number(await page.locator('[data-total]').getAttribute('data-total'));
    expect(entries.reduce((sum, [amount]) => sum + amount, 0)).toBe(total);
    await page.getByRole('img', { name: /Credits spent per day/ }).waitFor();
  });

  it('changes the name and the password of the person', async () => {
    await open('/account');
    await page.getByLabel('Your name').fill('Mei Lin Chen');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Menu of Mei Lin Chen' }).waitFor();
    await page.getByLabel('Current password').fill('something else');
    await page.getByLabel('New password').fill('a new long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(demo.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
  });

  it('lets a viewer read and offers no work', async () => {
    fake.world.role = 'viewer';
    await open('/playground/us');
    await page.getByText('As a viewer you can read checks').waitFor();
    expect(await page.getByRole('button', { name: 'Check', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Text', { exact: true }).getAttribute('readonly')).not.toBeNull();
    await page.goto(`${fake.url}/keys`);
    await page.getByText('Admins and owners can make and change keys.').waitFor();
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
  });

  it.each([
    ['/keys', 'GET /api/keys', 500, 'internal_error', 'Something failed on the server.'],
    ['/credits?site=us', 'GET /api/credits', 429, 'rate_limited', 'Too many requests.'],
    [
      '/checks/us/text_none',
      'GET /api/sites/us/text/checks/text_none',
      404,
      'not_found',
      'There is nothing here',
    ],
  ])(
    'says on %s that it could not be read, and tries again',
    async (path, request, status, code, sentence) => {
      fake.world.overrides.set(request, () => refusal(status, code, 'the sentence of the server'));
      await open(path);
      await page.getByText(sentence).waitFor({ timeout: 20_000 });
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
    },
  );

  it('signed out meanwhile leads to the sign-in, and back', async () => {
    await open('/keys');
    await page.getByText('No key yet.').waitFor();
    fake.world.isSignedIn = false;
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).search).toContain('credits');
  });

  it('shows markup in texts and names as it is, and runs none of it', async () => {
    const markup = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';
    fake.world.keys.push({
      id: 'key_x',
      name: markup,
      siteId: 'us',
      mode: 'live',
      prefix: 'svc_live_Ab',
      createdAt: '2026-01-01T00:00:00Z',
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      rerolledTo: null,
    });
    await open('/keys');
    await page.getByText(markup).first().waitFor();
    await check(`${markup} guaranteed to cure arthritis`);
    await page.locator('[data-card] button').first().click();
    await page.getByRole('button', { name: 'Rewrite' }).click();
    await page.locator('del').first().waitFor();
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  it('writes times in the zone of the reader', async () => {
    const { page: far, context } = await openPage(browser, { timezoneId: 'Asia/Jakarta', locale: 'id-ID' });
    fake.world.isSignedIn = true;
    fake.world.keys.push({
      id: 'key_t',
      name: 'T',
      siteId: 'us',
      mode: 'live',
      prefix: 'svc_live_T',
      createdAt: '2026-01-01T20:00:00Z',
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      rerolledTo: null,
    });
    await far.goto(`${fake.url}/keys`);
    await far.getByText('2 Jan 2026, 03.00').waitFor();
    await context.close();
  });

  const pages = [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/mail',
    '/playground/us',
    '/playground/main',
    'a check',
    '/keys',
    '/account',
    'a dialog',
    '/credits?site=us',
    '/nowhere',
  ];
  it.each([
    ['light', 'en-US', 1280],
    ['dark', 'zh-CN', 390],
  ] as const)(
    'has no serious fault for axe and does not scroll sideways: %s, %s, %d wide',
    async (colorScheme, locale, width) => {
      await watched.context.close();
      watched = await openPage(browser, {
        colorScheme,
        locale,
        viewport: { width, height: 844 },
        bypassCSP: true,
      });
      page = watched.page;
      for (const path of pages) {
        const isMember = !/sign|password|verify/.test(path);
        fake.world.isSignedIn = isMember;
        if (path === 'a check') {
          await page.goto(`${fake.url}/playground/us`);
          await page.locator('textarea').fill(risky);
          await page.locator('form button[type=submit]').click();
          await page.locator('[data-card] button').first().click();
          await page.locator('section button').last().click();
          await page.locator('del').first().waitFor();
          for (const summary of await page.locator('summary').all()) await summary.click();
        } else if (path === 'a dialog') {
          await page.goto(`${fake.url}/keys`);
          await page.locator('main button').first().click();
          await page.locator('dialog input').first().waitFor();
        } else {
          await page.goto(`${fake.url}${path}`);
          await page.locator('h1').waitFor();
          await page.waitForLoadState('networkidle');
        }
        expect([path, await seriousFaults(page)]).toEqual([path, []]);
        expect([path, await scrollsSideways(page)]).toEqual([path, false]);
      }
    },
    120_000,
  );
});

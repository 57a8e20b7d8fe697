import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type OpenPage,
  openPage,
  type Page,
  scrollsSideways,
  seriousFaults,
  testBrowser,
} from '@redline/testkit/browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checksPath } from '../src/text-checks.ts';
import { type Customer, enter, type SiteName, type World } from '../src/world.ts';

/** The console as people use it, in a real browser against the whole product. */
const { launch, skip } = await testBrowser();
const memberReply = z.object({ email: z.string(), password: z.string() });

interface Person {
  readonly email: string;
  readonly password: string;
}

describe.skipIf(skip)(skip ? `the console: ${skip}` : 'the console', () => {
  let world: World;
  let consoleUrl: string;
  let browser: Browser;
  let customer: Customer;
  let owner: Person;
  let opened: OpenPage[] = [];

  beforeAll(async () => {
    world = await enter();
    consoleUrl = world.deployment.consoleUrl ?? '';
    browser = await launch();
    customer = await world.createCustomer();
    owner = await personOf(customer, 'owner');
  });
  afterAll(async () => {
    await browser.close();
    await world.leave();
  });
  afterEach(async () => {
    const complaints = opened.flatMap((one) => one.complaints);
    await Promise.all(opened.map(({ context }) => context.close()));
    opened = [];
    expect(complaints).toEqual([]);
  });

  const personOf = async ({ accountId }: Customer, role: string): Promise<Person> => {
    const email = `console+${randomUUID()}@example.com`;
    const words = ['--account', accountId, '--email', email, '--name', 'Mei Lin', '--role', role];
    return memberReply.parse(await world.operate('console', 'member', ...words));
  };
  const open = async (options?: Parameters<typeof openPage>[1]): Promise<Page> => {
    const one = await openPage(browser, options);
    opened.push(one);
    return one.page;
  };
  /** Signs in at an address of the console, by the fields' kinds: the page may be in any language. */
  const signIn = async (page: Page, { email, password }: Person, path = '/') => {
    await page.goto(`${consoleUrl}${path}`);
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[type=password]').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.locator('header nav').waitFor();
  };
  const member = async (path = '/'): Promise<Page> => {
    const page = await open();
    await signIn(page, owner, path);
    return page;
  };
  const textOf = (page: Page) => page.getByLabel('Text', { exact: true });
  const check = async (page: Page, text: string) => {
    await textOf(page).fill(text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-tone]').waitFor();
  };
  const risky =
    'Fern drops, 30 ml, $12.50. They cure arthritis in two weeks, guaranteed. They smell of mint.';

  it('leads from the sign-in to a first finding in at most six clicks', async () => {
    const page = await open();
    let clicks = 0;
    const click = async (name: string) => {
      clicks += 1;
      await page.getByRole('button', { name, exact: true }).click();
    };
    await page.goto(consoleUrl);
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await click('Sign in');
    await click('Use an example');
    await click('Check');
    clicks += 1;
    await page.locator('[data-card] button').first().click();
    await page.locator('[data-card][data-active]').getByText('What to do').waitFor();
    expect(clicks).toBeLessThanOrEqual(6);
    expect(await page.locator('mark').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-card][data-active] a[href^="https://"]').count()).toBeGreaterThan(0);
  });

  it.each(['us', 'id', 'main'] as const)(
    'checks a text and rewrites it on the site %s',
    async (site: SiteName) => {
      const of = await world.createCustomer({ site, plan: site === 'id' ? 'flagship' : 'premium' });
      const page = await open();
      await signIn(page, await personOf(of, 'editor'), `/playground/${site}`);
      await page.getByRole('button', { name: 'Use an example' }).click();
      await page.getByText('1,000 left').waitFor();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.locator('[data-card]').first().waitFor();
      const rewrite = page.getByRole('region', { name: 'Rewrite' });
      await rewrite.getByText('3 credits').waitFor();
      await rewrite.getByRole('button', { name: 'Rewrite' }).click();
      await rewrite.locator('del').first().waitFor();
      const before = await textOf(page).inputValue();
      await rewrite.getByRole('button', { name: 'Use this text' }).click();
      expect(await textOf(page).inputValue()).not.toBe(before);
      await page.getByRole('button', { name: 'Check again' }).click();
      await page
        .getByText('Nothing found')
        .or(page.getByText('Pass', { exact: true }))
        .first()
        .waitFor();
    },
  );

  it('applies the fix of a finding and checks what is left', async () => {
    const page = await member('/playground/us');
    await check(page, risky);
    await page.locator('[data-card] button').first().click();
    await page.getByRole('button', { name: 'Take these words out' }).click();
    expect(await textOf(page).inputValue()).not.toContain('arthritis');
    await page.getByText('The text has changed since it was checked').waitFor();
    expect(await page.locator('mark').allTextContents()).not.toContain('arthritis');
  });

  it('shares a check by its address with members alone', async () => {
    const page = await member('/playground/us');
    await check(page, risky);
    const { pathname } = new URL(page.url());
    const colleague = await open();
    await signIn(colleague, await personOf(customer, 'viewer'), pathname);
    await colleague.locator('[data-card]').first().waitFor();
    await colleague.getByText('As a viewer you can read checks').waitFor();
    const stranger = await open();
    await signIn(stranger, await personOf(await world.createCustomer(), 'owner'), pathname);
    await stranger.getByText('There is nothing here').waitFor();
    expect(await stranger.content()).not.toContain('arthritis');
  });

  it('makes a key that works at the gateway, and stops when it is revoked', async () => {
    const page = await member('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop import');
    await page.getByLabel('Market').selectOption('us');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    const status = async () => (await world.call({ key, path: checksPath })).status;
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Actions of Shop import' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(status).toBe(401);
  });

  it('shows a statement that adds up to the balance of the API', async () => {
    const page = await member('/credits?site=us');
    await page.locator('tr[data-amount]').first().waitFor();
    const entries = await page.locator('tr[data-amount]').evaluateAll((rows) =>
      rows.map(({ dataset }) => ({
        amount: Number(dataset['amount']),
        balance: Number(dataset['balance']),
      })),
    );
    const account = await world.call({ key: customer.key, path: '/v1/intl/us/account' });
    const { data } = z
      .object({ data: z.object({ credits: z.object({ total: z.number() }) }) })
      .parse(account.body);
    expect(entries[0]?.balance).toBe(data.credits.total);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(data.credits.total);
    expect(Number(await page.locator('[data-total]').getAttribute('data-total'))).toBe(data.credits.total);
  });

  it.each([
    ['light', 'en-US', 1280],
    ['dark', 'id-ID', 390],
  ] as const)(
    'has no serious fault for axe and fits its window: %s, %s, %d wide',
    async (colorScheme, locale, width) => {
      const page = await open({ colorScheme, locale, viewport: { width, height: 844 }, bypassCSP: true });
      const look = async (name: string) => {
        expect([name, await seriousFaults(page)]).toEqual([name, []]);
        expect([name, await scrollsSideways(page)]).toEqual([name, false]);
      };
      await page.goto(consoleUrl);
      await page.locator('input[type=email]').waitFor();
      await look('sign-in');
      await signIn(page, owner, '/playground/us');
      await page.locator('textarea').fill(risky);
      await page.locator('form button[type=submit]').click();
      await page.locator('[data-card] button').first().click();
      await look('check');
      await page.goto(`${consoleUrl}/keys`);
      await page.locator('table').waitFor();
      await look('keys');
      await page.goto(`${consoleUrl}/credits?site=us`);
      await page.locator('tr[data-amount]').first().waitFor();
      await look('credits');
    },
    60_000,
  );
});

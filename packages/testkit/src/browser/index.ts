import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { ensureBrowser } from './ensure-browser.ts';

export type { Browser, Page } from 'playwright-core';

/** A browser for a test file; `skip` is why its tests are skipped, where there is none. */
export interface TestBrowser {
  readonly skip: string | undefined;
  readonly launch: () => Promise<Browser>;
}

/**
 * Finds the browser of this machine; root on Debian installs it.
 * @throws Error on CI where there is none: there no test is skipped
 */
export async function testBrowser(): Promise<TestBrowser> {
  const path = await ensureBrowser({ log: (line) => process.stderr.write(`testkit: ${line}\n`) });
  if (path === undefined && process.env['CI'])
    throw new Error('this test needs Chromium, and on CI no test is skipped');
  return {
    skip:
      path === undefined ? 'there is no Chromium here: install it, or name one in CHROMIUM_PATH' : undefined,
    // Root, as in containers, has to do without Chromium's sandbox; the pages are our own.
    launch: () =>
      chromium.launch({ executablePath: path ?? '', args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }),
  };
}

/** For one step, on a busy machine; below that of a test, so that the step which hangs is named. */
const stepTimeoutMs = 15_000;

/** A page, and what it complained of: errors of scripts, and what its policy refused. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: readonly string[];
}

/** Opens a page in a session of its own, in English where nothing else is said. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  context.setDefaultTimeout(stepTimeoutMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // A refused request is said in the console as well, and is no fault of the page.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  return { page, context, complaints };
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Returns what axe finds of serious and critical faults, one line each.
 * @param page opened with `bypassCSP`: axe is a script of the test's
 */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: axeFile });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof Axe };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
}

/** Tells whether a page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

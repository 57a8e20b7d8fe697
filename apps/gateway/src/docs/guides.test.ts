import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { settings } from '../config.ts';
import { guideIndex, guidePage } from './guide-pages.ts';
import { guideNames, llmsText, readGuides } from './guides.ts';
import { partOf } from './pages.ts';

const folder = fileURLToPath(new URL('../../../../docs/api', import.meta.url));
const guides = readGuides(null);
const look = { style: partOf('a.css', 'text/css', ''), icon: partOf('a.svg', 'image/svg+xml', '') };
const pages = new Map(guides.map((guide) => [guide.name, guidePage(guide, guides, look)]));
const idsOf = (page = '') => [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
const linksOf = (page: string) => [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');

/** Paths that the gateway serves beside the guides. */
const others = ['/docs', '/docs/guides', '/docs/changelog', '/openapi.json', '/llms.txt'];

describe('the guides', () => {
  it('are all files of their folder, each in its place of the list', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
    expect(files.sort()).toEqual(guideNames.map((name) => `${name}.md`).sort());
  });

  it.each([...pages, ['index', guideIndex(guides, look)]])('lead only to what there is: %s', (_, page) => {
    for (const link of linksOf(page).filter((it) => !it.startsWith('/docs/parts/'))) {
      const [path = '', anchor] = link.split('#');
      const name = path.replace('/docs/guides/', '');
      const target = path === '' ? page : pages.get(name);
      expect(target !== undefined || others.includes(path), link).toBe(true);
      if (anchor !== undefined) expect(idsOf(target), link).toContain(anchor);
    }
  });

  it.each(guides)(
    'link in Markdown as files, so that they lead on from the twin and in a checkout: $name',
    ({ markdown }) => {
      const hrefs: string[] = [];
      marked.walkTokens(marked.lexer(markdown), (token: Token) => {
        if (token.type === 'link') hrefs.push(token.href);
      });
      for (const href of hrefs) expect(href).toMatch(/^(#|\/docs$|\/openapi\.json$|[\w-]+\.md(#|$))/);
    },
  );

  it('have each id once on a page, and mark the page in their list', () => {
    for (const [name, page] of pages) {
      expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
      expect(page).toContain(`href="/docs/guides/${name}" aria-current="page"`);
      expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    }
  });

  it('are all in llms.txt, as Markdown', () => {
    const text = llmsText(guides);
    for (const name of guideNames) expect(text).toContain(`](/docs/guides/${name}.md): `);
  });

  it('name the limits that a gateway has where its operator sets no others', () => {
    const text = guides.find(({ name }) => name === 'pricing-and-limits')?.markdown ?? '';
    for (const [row, { fallback }] of [
      ['submissions', settings.RATE_SUBMISSION],
      ['every other `GET`', settings.RATE_QUERY],
      ['everything else', settings.RATE_CONFIGURATION],
    ] as const) {
      expect(text.split('\n').find((line) => line.startsWith(`| ${row}`))).toContain(`| ${fallback} |`);
    }
  });
});

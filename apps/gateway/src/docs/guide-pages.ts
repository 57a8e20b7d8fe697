import type { Guide } from './guides.ts';
import { renderMarkdown } from './markdown.ts';
import { escapeHtml, type Page, pageHtml } from './pages.ts';

/** Style sheet and icon, which all pages share. */
export type Look = Pick<Page, 'style' | 'icon'>;

/** Writes the page of a guide, beside the list of all of them. */
export function guidePage(guide: Guide, guides: readonly Guide[], look: Look): string {
  const body = beside(guides, guide.name, renderMarkdown(guide.markdown));
  return pageHtml({ title: `${guide.title} · Redline`, body, ...look });
}

/** Writes the page with a line about each guide. */
export function guideIndex(guides: readonly Guide[], look: Look): string {
  const lines = guides.map(({ name, title, summary }) => `- [${title}](${name}.md). ${summary}`);
  const text = `# Guides\n\nHow to check content with Redline. Every field and operation is in the [API reference](/docs); each page is also there as Markdown, with \`.md\` behind its address, and [llms.txt](/llms.txt) lists them for language models.\n\n${lines.join('\n')}\n`;
  return pageHtml({
    title: 'Guides · Redline',
    body: beside(guides, undefined, renderMarkdown(text)),
    ...look,
  });
}

function beside(guides: readonly Guide[], current: string | undefined, content: string): string {
  const items = guides.map(({ name, title }) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<li><a href="/docs/guides/${name}"${mark}>${escapeHtml(title)}</a></li>`;
  });
  // Behind the text: on a phone the list would push it off the screen.
  return `<div class="guide">
<main>${content}</main>
<nav aria-label="Guides"><ul>${items.join('')}</ul></nav>
</div>`;
}

import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import { escapeHtml } from './pages.ts';

/** A link of a guide to another one: the file, and the heading if it names one. */
const toGuide = /^([\w-]+)\.md(#.*)?$/;

/**
 * Renders a guide. Headings have the ids that GitHub gives them, and a link to the file of a guide leads to its page.
 * @param markdown of our own: HTML in it is not taken out
 */
export function renderMarkdown(markdown: string): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugger.slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const page = href.replace(toGuide, '/docs/guides/$1$2');
        return `<a href="${escapeHtml(page)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

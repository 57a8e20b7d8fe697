import { createHash } from 'node:crypto';

/**
 * Where pages of the documentation may load from: their own origin alone. Scalar sets styles as it runs; scripts are files
 * of ours only.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A script, style or picture of the pages, at a path that changes with its content. */
export interface Part {
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/**
 * Names a part by its content.
 * @param name with its extension: `page.css`
 */
export function partOf(name: string, type: string, text: string): Part {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path: `/docs/parts/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`, type, text };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for an element or a quoted attribute of HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

export interface Page {
  readonly title: string;
  /** HTML of the body, below the bar. */
  readonly body: string;
  readonly style: Part;
  readonly icon: Part;
  readonly scripts?: readonly Part[];
}

/** Writes a page of the documentation, with the bar that all of them have. */
export const pageHtml = ({ title, body, style, icon, scripts = [] }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="${icon.type}" href="${icon.path}">
<link rel="stylesheet" href="${style.path}">
</head>
<body>
<header class="bar"><a class="name" href="/docs/guides">Redline</a><a href="/docs/guides">Guides</a>
<a href="/docs">API reference</a><a href="/docs/changelog">Changelog</a></header>
${body}
${scripts.map(({ path }) => `<script src="${path}"></script>`).join('\n')}
</body>
</html>
`;

import type { FastifyInstance } from 'fastify';
import { type ConstantFile, constantFile, serveConstant } from '../docs/constant-file.ts';
import { guideIndex, guidePage, type Look } from '../docs/guide-pages.ts';
import { llmsText, readGuides } from '../docs/guides.ts';
import { type Part, pageHtml, pagePolicy, partOf } from '../docs/pages.ts';
import { startScript } from '../docs/reference-settings.ts';
import { scalarScript } from '../docs/scalar.ts';
import { icon, styleSheet } from '../docs/style.ts';
import { openApiDocument } from '../openapi/document.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/**
 * Adds `/openapi.json`, the API reference at `/docs`, the guides at `/docs/guides` and `/llms.txt`, to be read without a key.
 * @param guidesFolder with the guides, where they are not those of the checkout
 */
export async function registerDocs(app: FastifyInstance, guidesFolder: string | null): Promise<void> {
  const document = constantFile('application/json; charset=utf-8', JSON.stringify(openApiDocument()));
  serveConstant(app, '/openapi.json', document);

  const look = {
    style: partOf('docs.css', 'text/css; charset=utf-8', styleSheet),
    icon: partOf('icon.svg', 'image/svg+xml', icon),
  };
  const scripts = [
    partOf('scalar.js', javascript, await scalarScript()),
    partOf('reference.js', javascript, startScript()),
  ];
  for (const part of [look.style, look.icon, ...scripts]) servePart(app, part);

  const body = '<div id="reference"></div>';
  const reference = constantFile(html, pageHtml({ title: 'Redline API', body, ...look, scripts }));
  for (const path of ['/docs', '/docs/']) servePage(app, path, reference);
  serveGuides(app, guidesFolder, look);
}

function serveGuides(app: FastifyInstance, folder: string | null, look: Look): void {
  const guides = readGuides(folder);
  const index = constantFile(html, guideIndex(guides, look));
  for (const path of ['/docs/guides', '/docs/guides/']) servePage(app, path, index);
  for (const guide of guides) {
    const page = constantFile(html, guidePage(guide, guides, look));
    servePage(app, `/docs/guides/${guide.name}`, page);
    if (guide.name === 'changelog') servePage(app, '/docs/changelog', page);
    serveConstant(app, `/docs/guides/${guide.name}.md`, constantFile(markdown, guide.markdown));
  }
  serveConstant(app, '/llms.txt', constantFile(plain, llmsText(guides)));
}

function servePart(app: FastifyInstance, { path, type, text }: Part): void {
  serveConstant(app, path, constantFile(type, text), { keeping: 'immutable' });
}

function servePage(app: FastifyInstance, path: string, page: ConstantFile): void {
  serveConstant(app, path, page, { headers: { 'content-security-policy': pagePolicy } });
}

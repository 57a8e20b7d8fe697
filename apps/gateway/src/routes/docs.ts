import type { FastifyInstance } from 'fastify';
import { constantFile, serveConstant } from '../docs/constant-file.ts';
import { type Part, pageHtml, pagePolicy, partOf } from '../docs/pages.ts';
import { startScript } from '../docs/reference-settings.ts';
import { scalarScript } from '../docs/scalar.ts';
import { icon, styleSheet } from '../docs/style.ts';
import { openApiDocument } from '../openapi/document.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** Adds `/openapi.json` and the API reference at `/docs`, to be read without a key. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
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
}

function servePart(app: FastifyInstance, { path, type, text }: Part): void {
  serveConstant(app, path, constantFile(type, text), { keeping: 'immutable' });
}

function servePage(app: FastifyInstance, path: string, page: ReturnType<typeof constantFile>): void {
  serveConstant(app, path, page, { headers: { 'content-security-policy': pagePolicy } });
}

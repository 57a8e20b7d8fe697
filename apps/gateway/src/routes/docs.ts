import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';

/** The page may load and call its own origin only; Swagger UI needs inline styles. */
const pagePolicy = [
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

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40">
<text x="0" y="28" font-family="sans-serif" font-size="24" fill="#fff">Redline</text>
<rect x="0" y="33" width="92" height="3" fill="#e5484d"/></svg>`;

/**
 * Adds `/openapi.json` and `/docs`.
 * @param assetsDir the static folder of @fastify/swagger-ui if it cannot be resolved
 */
export async function registerDocs(app: FastifyInstance, assetsDir: string | null): Promise<void> {
  const text = JSON.stringify(openApiDocument());
  app.get('/openapi.json', { config: { open: true } }, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  );
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true };
    });
    await docs.register(swagger, { mode: 'static', specification: { document: JSON.parse(text) } });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: pagePolicy,
      ...(assetsDir === null ? {} : { baseDir: assetsDir }),
      logo: { type: 'image/svg+xml', content: Buffer.from(wordmark), href: '/docs' },
      theme: { title: 'Redline API' },
      uiConfig: {
        validatorUrl: null,
        persistAuthorization: false,
        tryItOutEnabled: false,
        deepLinking: true,
      },
    });
  });
}

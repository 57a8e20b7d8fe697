import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { noncePlace, pagePolicy } from '../domain/page-policy.ts';
import { RequestError } from './failure.ts';

const yearMs = 31_536_000_000;

const unbuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Redline</title></head>
<body><h1>Redline</h1><p>The page of the console is not built here. Its interface is at <code>/api/session</code>.</p></body></html>
`;

/**
 * Adds the page: the built files as they are, and `index.html` for every other path, with a policy that runs scripts of
 * this origin alone.
 * @param folder of the built page; without an `index.html` in it a plain page says so
 */
export async function registerPage(app: FastifyInstance, folder: string): Promise<void> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => unbuilt);
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      .send(html.replaceAll(noncePlace, nonce));
  };
  if (html !== unbuilt) {
    await app.register(staticFiles, {
      root: folder,
      index: false,
      wildcard: false,
      // Each file has a route of its own, so no path of a request reaches the file system.
      globIgnore: ['**/*.html'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', isHashed ? `public, max-age=${yearMs / 1_000}, immutable` : 'no-cache');
      },
    });
  }
  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      throw new RequestError({ code: 'not_found', message: 'there is nothing at this path' });
    return sendPage(reply);
  });
}

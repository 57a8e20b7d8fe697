import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from './failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bodies only: invalid UTF-8 and invalid JSON are 400, another type or an encoding is 415. A missing body is
 * left to the contract, since clients send `Content-Type` with a DELETE. Keys like `__proto__` are data: the contract's
 * schemas build their own objects and drop unknown keys.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') {
        throw new RequestError({
          code: 'unsupported_media_type',
          message: 'the body must come without Content-Encoding',
        });
      }
      if (body.length === 0) return undefined;
      return parse(decode(body));
    },
  );
}

const importPath = /\/custom-rules\/bulk-import$/;

/** Sets the body limit of word imports on every site, for routes that are registered after this call. */
export function registerImportLimit(app: FastifyInstance, bytesMax: number): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST' && importPath.test(route.url)) route.bodyLimit = bytesMax;
  });
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalid('the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('the body is not valid JSON');
  }
}

const invalid = (message: string) => new RequestError({ code: 'invalid_request', message });

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** A file that stays the same while the process runs. */
export interface ConstantFile {
  /** The value of `Content-Type`. */
  readonly type: string;
  readonly body: Buffer;
  /** A strong validator of the body, in quotes. */
  readonly etag: string;
  /** Returns the body in an encoding; each is made once, when it is first asked for. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer>;
}

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

const compress: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      // Of 5 MB of script it makes 1.2 MB in a second; the highest quality takes ten for a tenth less.
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

/**
 * Makes a file of a text. It is compressed once, not for each request: nobody needs a key or has a limit for the
 * documentation, and must not be able to keep the processor busy with it.
 * @param type the value of `Content-Type`
 */
export function constantFile(type: string, text: string): ConstantFile {
  const body = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encoded(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const making = compress[encoding](body);
      made.set(encoding, making);
      return making;
    },
  };
}

/** Caching of a file by browsers: `revalidated` is asked for anew each time, and sent when it has changed. */
export type Keeping = 'revalidated' | 'immutable';

const cacheControl: Readonly<Record<Keeping, string>> = {
  revalidated: 'public, no-cache',
  immutable: 'public, max-age=31536000, immutable',
};

/**
 * Answers with a file: compressed as the client takes it, or 304 where it has the file already.
 * @param keeping `immutable` only where the path changes with the content
 */
export async function sendConstant(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConstantFile,
  keeping: Keeping = 'revalidated',
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = encoding === 'identity' ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ 'cache-control': cacheControl[keeping], etag, vary: 'Accept-Encoding' });
  if (fresh(request.headers, { etag })) return reply.status(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(await file.encoded(encoding));
}

function encodingFor(header: string | string[] | undefined): Encoding {
  const accepted = negotiate(String(header ?? ''), [...encodings]);
  return encodings.find((encoding) => encoding === accepted) ?? 'identity';
}

/** Adds a route for a file that needs no key: with any query, and for HEAD too. */
export function serveConstant(
  app: FastifyInstance,
  path: string,
  file: ConstantFile,
  options: { readonly keeping?: Keeping; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  app.get(path, { config: { open: true } }, (request, reply) =>
    sendConstant(request, reply.headers(options.headers ?? {}), file, options.keeping),
  );
}

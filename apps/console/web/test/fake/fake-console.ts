import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createWorld, type FakeAnswer, type FakeWorld } from './fake-world.ts';

/** A console whose answers are made up, for tests of the page alone. */
export interface FakeConsole {
  readonly url: string;
  readonly world: FakeWorld;
  readonly stop: () => Promise<void>;
}

/** As the README of `apps/console` has it, with a nonce that the page does not need. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/**
 * Serves a built page and made-up answers on a free port of this machine.
 * @param dist the folder of the built page
 */
export async function startFakeConsole(dist: string): Promise<FakeConsole> {
  const world = createWorld();
  const server = createServer((request, response) => {
    const send = ({ status, body, headers = {} }: FakeAnswer) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    if (path.startsWith('/api/')) {
      void bodyOf(request).then(async (body) =>
        send(await world.answer(request.method ?? 'GET', request.url ?? '', body)),
      );
      return;
    }
    const file = path.startsWith('/assets/') ? path.slice(1) : 'index.html';
    readFile(join(dist, file)).then(
      (content) => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': policy,
        });
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, world, stop: () => stop(server) };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return text === '' ? undefined : JSON.parse(text);
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicAgent, type Target } from '@redline/public-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FetchLimits, fetchSource, measureSource } from './fetch-source.ts';

const publicAddress = '93.184.216.34';
const limits: FetchLimits = { stallMs: 300, totalMs: 600, bytesPerSecondMin: 1_000_000_000 };

let server: Server;
let answer: RequestListener;
/** The addresses that names resolve to; the last answer stays. */
let names: Map<string, (readonly string[])[]>;
let looked: string[];
let dialled: Target[];
let folder: string;

beforeEach(async () => {
  [names, looked, dialled] = [new Map(), [], []];
  answer = (_, response) => response.end('a file');
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'redline-fetch-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** A world in which every socket that was allowed ends at this test's server. */
const fetching = () => ({
  limits,
  dispatcher: createPublicAgent({
    async resolve(hostname) {
      looked.push(hostname);
      const answers = names.get(hostname) ?? [[publicAddress]];
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    },
    dial(target) {
      dialled.push(target);
      return { address: '127.0.0.1', port: (server.address() as AddressInfo).port };
    },
  }),
});

const path = () => join(folder, 'file');
const fetched = (url: string, maxBytes = 1_000, signal: AbortSignal = new AbortController().signal) =>
  fetchSource(fetching(), url, { path: path(), maxBytes, signal });

describe('fetching a file', () => {
  it('writes it and counts its bytes', async () => {
    expect(await fetched('http://shop.example/a.jpg')).toEqual({ sizeBytes: 6 });
    expect(await readFile(path(), 'utf8')).toBe('a file');
    expect([looked, dialled]).toEqual([['shop.example'], [{ address: publicAddress, port: 80 }]]);
  });

  it('follows three redirects and no more', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };
    expect(await fetched('http://shop.example/3')).toEqual({ sizeBytes: 5 });
    await expect(fetched('http://shop.example/4')).rejects.toMatchObject({ kind: 'redirects' });
  });

  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['loopback', 'http://127.0.0.1/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in hex', 'http://0x7f000001/'],
    ['loopback as an integer', 'http://2130706433/'],
    ['loopback, short', 'http://127.1/'],
    ['loopback, full width', 'http://１２７.０.０.１/'],
    ['loopback with a dot behind', 'http://127.0.0.1./'],
    ['loopback in IPv6', 'http://[::1]/'],
    ['loopback, mapped', 'http://[::ffff:127.0.0.1]/'],
    ['loopback through NAT64', 'http://[64:ff9b::127.0.0.1]/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['a name for loopback', 'http://localhost/'],
    ['a name with one private address among public ones', 'http://mixed.example/'],
  ])('goes nowhere for %s, at first or after a redirect', async (_, url) => {
    names.set('localhost', [['127.0.0.1', '::1']]);
    names.set('mixed.example', [[publicAddress, '192.168.0.10']]);
    await expect(fetched(url)).rejects.toMatchObject({ name: 'SourceError', kind: 'address' });
    expect(dialled).toEqual([]);
    const location = url.replace(/[^!-~]+/g, encodeURIComponent);
    answer = (_request, response) => response.writeHead(307, { location }).end();
    await expect(fetched('http://shop.example/')).rejects.toMatchObject({ kind: 'address' });
    expect(dialled).toEqual([{ address: publicAddress, port: 80 }]);
  });

  it('connects to the checked address when the next look-up returns another', async () => {
    names.set('rebinding.example', [[publicAddress], ['127.0.0.1']]);
    answer = (_, response) => response.writeHead(302, { location: '/again', connection: 'close' }).end();
    await expect(fetched('http://rebinding.example/')).rejects.toMatchObject({ kind: 'address' });
    expect(looked).toEqual(['rebinding.example', 'rebinding.example']);
    expect(dialled).toEqual([{ address: publicAddress, port: 80 }]);
  });

  it.each([
    ['with a user name', 'http://me@shop.example/'],
    ['with a password', 'https://me:secret@shop.example/'],
    ['of another scheme', 'ftp://shop.example/'],
    ['of a file', 'file:///etc/passwd'],
    ['with its data in it', 'data:image/png;base64,AAAA'],
    ['on another port', 'http://shop.example:6379/'],
    ['without a host', 'http:///'],
    ['that is none', 'shop.example/a.jpg'],
    ['without an end', `http://shop.example/${'a'.repeat(5_000)}`],
  ])('refuses a URL %s, and says nothing of it', async (_, url) => {
    const fault = await fetched(url).catch((error: Error) => error);
    expect(fault).toMatchObject({ name: 'SourceError', kind: 'url' });
    expect(String(fault)).not.toMatch(/shop|secret|passwd/);
    expect(looked).toEqual([]);
  });

  it.each([
    ['says that it is too large', { 'content-length': '2000' }],
    ['never ends', {}],
  ])('stops where a body %s', async (_, headers) => {
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, headers);
      const more = () => {
        sent += 512;
        if (!response.destroyed) response.write(Buffer.alloc(512), () => setImmediate(more));
      };
      more();
    };
    await expect(fetched('http://shop.example/')).rejects.toMatchObject({ kind: 'too_large' });
    expect(sent).toBeLessThan(10_000_000);
  });

  it.each([
    ['sends no head', () => {}],
    ['stops in its body', (response: { write: (text: string) => void }) => response.write('a')],
    [
      'sends a byte now and then',
      (response: { write: (text: string) => void; once: (event: string, off: () => void) => void }) => {
        const timer = setInterval(() => response.write('a'), 50);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('does not wait for a server that %s', async (_, begin) => {
    answer = (_request, response) => begin(response);
    await expect(fetched('http://shop.example/')).rejects.toMatchObject({ kind: 'too_slow' });
  });

  it.each([
    ['nothing of that name', 404, {}],
    ['a failure', 503, {}],
    ['a redirect to nowhere', 302, {}],
  ])('says that there is no file where the server answers %s', async (_, status, headers) => {
    answer = (_request, response) => response.writeHead(status, headers).end('<html>');
    await expect(fetched('http://shop.example/')).rejects.toMatchObject({ kind: 'status' });
  });

  it('is unreachable if the connection breaks off, or the name has no address', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('a', () => response.destroy());
    };
    await expect(fetched('http://shop.example/')).rejects.toMatchObject({ kind: 'unreachable' });
    names.set('nobody.example', [[]]);
    await expect(fetched('http://nobody.example/')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('ends when it is cancelled', async () => {
    answer = (_request, response) => response.write('a');
    const ending = new AbortController();
    const asked = fetched('http://shop.example/', 1_000, ending.signal);
    setTimeout(() => ending.abort(new Error('cancelled')), 50);
    await expect(asked).rejects.toThrow('cancelled');
  });
});

describe('measuring a file', () => {
  const measured = (url: string) => measureSource(fetching(), url, 4, new AbortController().signal);

  it.each([
    ['answers with the part', 206, { 'content-range': 'bytes 0-3/900' }, 900],
    ['answers with everything', 200, { 'content-length': '8' }, 8],
    ['does not say', 200, {}, null],
    ['does not know', 206, { 'content-range': 'bytes 0-3/*' }, null],
  ])('gives size and beginning where the server %s', async (_, status, headers, sizeBytes) => {
    answer = (request, response) => {
      expect(request.headers.range).toBe('bytes=0-3');
      response.writeHead(status, headers).end(status === 206 ? 'abcd' : 'abcdefgh');
    };
    const found = await measured('http://shop.example/a.mp4');
    expect([found.sizeBytes, Buffer.from(found.head).toString()]).toEqual([sizeBytes, 'abcd']);
  });

  it('goes to no private address', async () => {
    await expect(measured('http://[::ffff:a00:1]/')).rejects.toMatchObject({ kind: 'address' });
    expect(dialled).toEqual([]);
  });
});

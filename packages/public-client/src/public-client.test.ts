import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNetworks } from './networks.ts';
import { createPost } from './post.ts';
import { createPublicAgent, resolvePublic, type Target } from './public-agent.ts';
import { publicUrl } from './public-url.ts';

const publicAddress = '93.184.216.34';
const rules = { schemes: 'http or https', ports: 'any' } as const;
const signal = new AbortController().signal;

let server: Server;
let answer: RequestListener;
let names: Map<string, (readonly string[])[]>;
let dialled: Target[];

beforeEach(async () => {
  [names, dialled] = [new Map(), []];
  answer = (_, response) => response.end('thanks');
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const resolve = async (hostname: string) => {
  const answers = names.get(hostname) ?? [[publicAddress]];
  return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
};
const portOfServer = () => (server.address() as AddressInfo).port;

function post(url: string, options: Parameters<typeof createPublicAgent>[1] = {}) {
  const dial = (target: Target) => {
    dialled.push(target);
    return { address: '127.0.0.1', port: portOfServer() };
  };
  const dispatcher = createPublicAgent({ resolve, dial }, options);
  const send = createPost({ dispatcher, timeoutMs: 500, answerBytesMax: 10 });
  return send({ url: new URL(url), headers: { 'webhook-id': 'event_1' }, body: '{"a":1}', signal });
}

describe('a post', () => {
  it('sends the body once to the address that was checked, and reads the answer', async () => {
    const heard: unknown[] = [];
    answer = (request, response) => {
      request.setEncoding('utf8').on('data', (body) => heard.push(request.method, body));
      request.on('end', () => response.writeHead(202).end('thanks'));
    };
    expect(await post('http://shop.example:8080/hook')).toEqual({ status: 202, body: 'thanks' });
    expect(heard).toEqual(['POST', '{"a":1}']);
    expect(dialled).toEqual([{ address: publicAddress, port: 8080 }]);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: 'http://elsewhere.example/' }).end();
    expect((await post('http://shop.example/')).status).toBe(307);
    expect(dialled).toHaveLength(1);
  });

  it('reads the beginning of an endless answer', async () => {
    answer = (_, response) => {
      const more = () => response.write('x'.repeat(10_000), () => response.destroyed || more());
      more();
    };
    expect((await post('http://shop.example/')).body).toBe('x'.repeat(10));
  });

  it('ends in time when the answer does not', async () => {
    answer = (_, response) => response.write('x');
    await expect(post('http://shop.example/')).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1'])(
    'goes nowhere when a name that was public leads to %s',
    async (address) => {
      names.set('rebinding.example', [[publicAddress], [publicAddress, address]]);
      await resolvePublic('rebinding.example', resolve);
      await expect(post('http://rebinding.example/')).rejects.toMatchObject({
        name: 'PublicUrlError',
        kind: 'address',
      });
      expect(dialled).toEqual([]);
    },
  );

  it('goes to private addresses of networks that the operator has named, and to no other', async () => {
    names.set('inside.example', [['10.1.0.1']]);
    names.set('deeper.example', [['10.2.0.1']]);
    names.set('mixed.example', [['10.1.0.1', '127.0.0.1']]);
    const networks = { isInNetworks: readNetworks(['10.1.0.0/16', 'fd00::/8']) };
    expect((await post('http://inside.example/', networks)).status).toBe(200);
    for (const url of ['http://deeper.example/', 'http://mixed.example/', 'http://[::ffff:10.1.0.1]/'])
      await expect(post(url, networks)).rejects.toMatchObject({ kind: 'address' });
    expect(dialled).toEqual([{ address: '10.1.0.1', port: 80 }]);
  });

  it('goes to these networks alone over plain HTTP, where that is so set', async () => {
    names.set('inside.example', [['10.1.0.1']]);
    names.set('mixed.example', [['10.1.0.1', publicAddress]]);
    const inside = { isInNetworks: readNetworks(['10.1.0.0/16']), isHttpPrivate: true };
    expect((await post('http://inside.example/', inside)).status).toBe(200);
    for (const url of ['http://shop.example/', 'http://mixed.example/', `http://${publicAddress}/`])
      await expect(post(url, inside)).rejects.toMatchObject({ kind: 'url' });
    await expect(post('http://shop.example/', { isHttpPrivate: true })).rejects.toMatchObject({
      kind: 'url',
    });
    expect(dialled).toEqual([{ address: '10.1.0.1', port: 80 }]);
  });
});

describe('a URL', () => {
  const kindOf = (url: string, changes: object = {}) => {
    try {
      publicUrl(url, { ...rules, ...changes });
      return 'taken';
    } catch (error) {
      return (error as { kind?: string }).kind;
    }
  };

  it.each([
    ['https://shop.example:8443/hook', {}, 'taken'],
    ['https://shop.example:8443/hook', { ports: 'standard' }, 'url'],
    ['http://shop.example/hook', { schemes: 'https' }, 'url'],
    ['ftp://shop.example/', {}, 'url'],
    ['https://me:secret@shop.example/', {}, 'url'],
    ['https://0x7f000001/', {}, 'address'],
    ['https://[::1]/', {}, 'address'],
    [`https://shop.example/${'x'.repeat(5_000)}`, {}, 'url'],
  ])('%s under %j: %s', (url, changes, kind) => {
    expect(kindOf(url, changes)).toBe(kind);
  });
});

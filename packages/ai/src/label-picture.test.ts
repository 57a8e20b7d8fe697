import { type ModelReply, type ModelServer, startModelServer } from '@redline/testkit/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChat } from './chat/chat.ts';
import { createLabelPicture, type LabelPictureQuestion } from './label-picture.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.dispose());

const picture = { mediaType: 'image/jpeg', bytes: Buffer.from('a picture') } as const;
const labels = [
  { label: 'weapons', about: 'firearms, ammunition, knives shown as weapons' },
  { label: 'alcohol-advert', about: 'alcoholic drinks offered or drunk' },
];

function looked(reply: ModelReply, changes: Partial<LabelPictureQuestion> = {}) {
  server.onRequest(() => reply);
  const chat = createChat({
    url: server.url,
    key: null,
    model: 'eyes-1',
    timeoutMs: 2_000,
    retriesMax: 1,
    concurrencyMax: 2,
    failuresMax: 3,
    restMs: 60_000,
  });
  return createLabelPicture(chat)({ picture, labels, ...changes });
}

describe('asking a model what a picture shows', () => {
  it('sends the picture itself and no address of it, and the labels as the only answers', async () => {
    expect(await looked({ content: '{"seen": ["weapons"]}' })).toEqual(['weapons']);
    const [request] = server.requests;
    const content: unknown = request?.messages[1]?.content;
    expect(content).toEqual([
      { type: 'text', text: JSON.stringify({ labels }) },
      { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${btoa('a picture')}` } },
    ]);
    expect(JSON.stringify(request?.response_format)).toContain('"enum":["weapons","alcohol-advert"]');
  });

  it.each<[string, string, readonly string[]]>([
    ['labels that nobody offered', '{"seen": ["weapons", "harmless", "WEAPONS"]}', ['weapons']],
    ['the same label again and again', '{"seen": ["weapons", "weapons"]}', ['weapons']],
    ['nothing', '{"seen": []}', []],
    ['everything', '{"seen": ["alcohol-advert", "weapons"]}', ['weapons', 'alcohol-advert']],
  ])('believes of an answer with %s only what could be seen', async (_, content, seen) => {
    expect(await looked({ content })).toEqual(seen);
  });

  it.each<[string, ModelReply, string]>([
    ['talks', { content: 'I see a bottle of wine.' }, 'malformed'],
    ['answers another question', { content: '{"seen": [], "verdict": "PASS"}' }, 'malformed'],
    ['reports without end', { content: JSON.stringify({ seen: Array(500).fill('weapons') }) }, 'malformed'],
    ['is cut short', { content: '{"seen": ["wea', finishReason: 'length' }, 'truncated'],
    ['breaks off', { breakOff: true }, 'unreachable'],
    ['does not answer', { silence: true }, 'timeout'],
    ['knows no pictures', { status: 400 }, 'refused'],
    ['is out of order', { status: 503 }, 'limited'],
  ])('has no answer from a model that %s', async (_, reply, kind) => {
    await expect(looked(reply)).rejects.toMatchObject({ name: 'ModelError', kind });
  });

  it('asks nothing where nothing may be reported', async () => {
    expect(await looked({ content: '{"seen": ["weapons"]}' }, { labels: [] })).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});

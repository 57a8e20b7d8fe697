import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, RedlineWebhookError, verifyWebhook } from '@redline/client';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'us',
});

let secret = '';
const received = Promise.withResolvers<string>();
const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = await verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers }, { secret });
    response.writeHead(204).end();
    if (event.type === 'check.completed') received.resolve(event.data.id);
  } catch (error) {
    if (!(error instanceof RedlineWebhookError)) throw error;
    response.writeHead(400).end(error.message);
  }
});
await new Promise<void>((resolve) => server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', resolve));
const { port } = Object(server.address());

const endpoint = await redline.webhookEndpoints.create({
  url: `http://127.0.0.1:${port}/redline`,
  events: ['check.completed', 'check.failed'],
});
secret = endpoint.secret;

const { id } = await redline.checks.text.create({
  text: 'Soft cotton socks, six pairs, in grey.',
  platform: 'dtc_us',
  vertical: 'apparel',
});
console.log((await received.promise) === id ? 'told of the check' : 'told of another one');

const newest = async () => (await redline.webhookEndpoints.deliveries(endpoint.id, { pageSize: 1 })).data[0];
let delivery = await newest();
for (; delivery?.status === 'pending'; delivery = await newest()) await sleep(200);
console.log(delivery?.type, delivery?.status, delivery?.attempts[0]?.status);

await redline.webhookEndpoints.delete(endpoint.id);
server.close();

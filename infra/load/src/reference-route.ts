import { fastify } from 'fastify';

/** A route that does nothing, in a process of its own: what HTTP, Node and fastify cost by themselves. */
const app = fastify();
app.get('/empty', async () => ({}));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
process.send?.('ready');

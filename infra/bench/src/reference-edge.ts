import { call, connectBus } from '@redline/service-kit/bus';
import { createHttpServer, registerContract } from '@redline/service-kit/http';
import { createLogger } from '@redline/service-kit/log';
import { referenceContract, referenceRow } from './reference.ts';

/** The reference's first process: a ts-rest route that makes one request over NATS. */
const [natsUrl = '', port = '0'] = process.argv.slice(2);
const log = createLogger({ service: 'reference-edge', level: 'warn', destination: process.stderr });
const bus = await connectBus({ url: natsUrl, name: 'reference-edge', log });
const app = createHttpServer({
  log,
  bodyLimitBytes: 65_536,
  trustProxy: false,
  requestTimeoutMs: 15_000,
  renderUnparsed: (fault) => ({ error: fault.message }),
  onFault: (fault, _request, reply) => reply.status(fault.status).send({ error: fault.message }),
});
registerContract(
  app,
  referenceContract,
  {
    get: async ({ params }) => ({
      status: 200,
      body: await call(bus, referenceRow, { id: params.id }, { trustReply: true }),
    }),
  },
  { onInvalid: (_invalid, _request, reply) => reply.status(400).send({ error: 'invalid' }) },
);
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.send?.('ready');

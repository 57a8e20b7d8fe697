import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listMails } from '../clients/mail.ts';
import { RequestError } from './failure.ts';

/** Whoever reads these mails may take over accounts: only who sits at this machine, and only where none is really sent. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Tells whether somebody at this machine asks by the console's own address: a name of somebody else's that leads here, by
 * which a page could read what it gets, is none.
 */
function isHere(request: FastifyRequest, host: string): boolean {
  const addresses = [request.raw.socket.remoteAddress, request.ip];
  return request.headers.host === host && addresses.every((address) => loopback.has(address ?? ''));
}

/**
 * Adds the list of mails that were written to a folder.
 * @param options `folder` is null where mails are sent, or the console is not local; `host` is the console's own
 */
export function registerMail(
  app: FastifyInstance,
  { folder, host }: { readonly folder: string | null; readonly host: string },
): void {
  app.get('/api/mail', async (request) => {
    if (folder === null || !isHere(request, host))
      throw new RequestError({ code: 'not_found', message: 'there is nothing at this path' });
    return { success: true, data: { object: 'list', data: await listMails(folder) } };
  });
}

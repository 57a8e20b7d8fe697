import { choiceSchema, rerollOverlap, siteIds, trimmedSchema } from '@redline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AskKeys } from '../clients/gateway.ts';
import { type AuditAction, noteAction } from '../store/audit-log.ts';
import { type Failure, RequestError } from './failure.ts';
import { type Member, member, networkOf, parsed, type SessionDeps } from './session.ts';

const overlap = `it must be a whole number from 0 to ${rerollOverlap.max} (seconds)`;
const bodies = {
  create: z.object({
    siteId: choiceSchema('siteId', siteIds),
    mode: choiceSchema('mode', ['live', 'test']),
    name: trimmedSchema('name', 80),
    expiresAt: z
      .string()
      .datetime({ message: 'it must be a time in ISO 8601, such as 2027-01-31T00:00:00Z' })
      .nullable()
      .default(null),
  }),
  rename: z.object({ name: trimmedSchema('name', 80) }),
  reroll: z.object({
    overlapSeconds: z
      .number({ required_error: 'it is required' })
      .int(overlap)
      .min(0, overlap)
      .max(rerollOverlap.max, overlap),
  }),
};

interface OneKey {
  readonly Params: { readonly id: string };
}

/** Adds the keys of the organisation's account; the gateway has them, and decides again who may do what. */
export function registerKeys(app: FastifyInstance, deps: SessionDeps & { readonly askKeys: AskKeys }): void {
  const { askKeys } = deps;
  const contextOf = (request: FastifyRequest, { userId, organization: { accountId, role } }: Member) => ({
    claims: { accountId, siteId: null, tenantId: '', role, userId },
    requestId: request.id,
  });
  const note = (request: FastifyRequest, by: Member, action: AuditAction, subject: string) =>
    noteAction(deps.db, {
      ...{ action, subject, userId: by.userId, accountId: by.organization.accountId },
      network: networkOf(request),
    });

  app.get('/api/keys', async (request, reply) => {
    const by = await member(deps, request, reply, 'viewer');
    const listed = accepted(await askKeys('list', {}, contextOf(request, by)));
    return {
      success: true,
      data: {
        object: 'list',
        data: listed.keys.map(({ keyId: id, ...key }) => ({ id, ...key })),
      },
    };
  });

  app.post('/api/keys', async (request, reply) => {
    const by = await member(deps, request, reply, 'admin');
    const wish = parsed(bodies.create, request.body);
    const made = accepted(await askKeys('create', wish, contextOf(request, by)));
    await note(request, by, 'key_created', made.keyId);
    return reply.status(201).send({ success: true, data: { object: 'key', id: made.keyId, key: made.key } });
  });

  app.patch<OneKey>('/api/keys/:id', async (request, reply) => {
    const by = await member(deps, request, reply, 'admin');
    const { name } = parsed(bodies.rename, request.body);
    const { id } = request.params;
    accepted(await askKeys('rename', { keyId: id, name }, contextOf(request, by)));
    await note(request, by, 'key_renamed', id);
    return { success: true, data: { object: 'key', id, name } };
  });

  app.post<OneKey>('/api/keys/:id/reroll', async (request, reply) => {
    const by = await member(deps, request, reply, 'admin');
    const { overlapSeconds } = parsed(bodies.reroll, request.body);
    const wish = { keyId: request.params.id, overlapSeconds };
    const made = accepted(await askKeys('reroll', wish, contextOf(request, by)));
    await note(request, by, 'key_rerolled', request.params.id);
    const { keyId: id, key, previousKeyId: previousId, previousExpiresAt } = made;
    return reply
      .status(201)
      .send({ success: true, data: { object: 'key', id, key, previousId, previousExpiresAt } });
  });

  app.delete<OneKey>('/api/keys/:id', async (request, reply) => {
    const by = await member(deps, request, reply, 'admin');
    const { id } = request.params;
    accepted(await askKeys('revoke', { keyId: id }, contextOf(request, by)));
    await note(request, by, 'key_revoked', id);
    return { success: true, data: { object: 'key', id, revoked: true } };
  });
}

/** @throws RequestError if the gateway refused */
function accepted<R extends { readonly outcome: string }>(reply: R): Exclude<R, { outcome: 'refused' }> {
  if (reply.outcome !== 'refused') return reply as Exclude<R, { outcome: 'refused' }>;
  const { code, message } = reply as unknown as Failure;
  // A delegation that the gateway does not take is no matter of the person's session.
  throw new RequestError(
    code === 'unauthorized'
      ? { code: 'internal', message: 'something failed on our side; it is safe to retry' }
      : { code, message },
  );
}

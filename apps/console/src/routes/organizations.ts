import { trimmedSchema } from '@redline/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noteAction } from '../store/audit-log.ts';
import { insertOrganization } from '../store/organizations.ts';
import { selectOrganization } from '../store/sessions.ts';
import type { AuthDeps } from './auth.ts';
import { RequestError } from './failure.ts';
import { networkOf, openAccount, parsed, setCookies, signedIn, someone, visitorOf } from './session.ts';
import { sessionView } from './session-view.ts';

const named = z.object({ name: trimmedSchema('name', 80) });
/** The maximum of organisations that one person makes or is in, when making another. */
const organizationsMax = 10;

/** Adds the session, the own name, and the making and choosing of an organisation. */
export function registerOrganizations(app: FastifyInstance, deps: AuthDeps): void {
  const { db, people } = deps;

  app.get('/api/session', async (request, reply) => sessionView(await signedIn(deps, request, reply), deps));

  app.patch('/api/profile', async (request, reply) => {
    await someone(deps, request, reply);
    const outcome = await people.rename(visitorOf(request), parsed(named, request.body).name);
    if (!outcome.done)
      throw new RequestError({ code: 'invalid_request', message: 'the name was not accepted' });
    setCookies(reply, outcome.cookies);
    return sessionView(await signedIn(deps, request, reply), deps);
  });

  app.post('/api/organizations', async (request, reply) => {
    const { session, memberships } = await someone(deps, request, reply);
    if (!deps.signUpIsOpen)
      throw new RequestError({
        code: 'sign_up_closed',
        message: 'nobody can make an organisation here; ask for an invitation',
      });
    const { name } = parsed(named, request.body);
    if (memberships.length >= organizationsMax)
      throw new RequestError({
        code: 'forbidden',
        message: `you are in ${memberships.length} organisations, and may make none beyond ${organizationsMax}`,
      });
    const id = await insertOrganization(db, { name, userId: session.user.id });
    await selectOrganization(db, session.sessionId, id);
    const person = await someone(deps, request, reply);
    const made = person.memberships.find((one) => one.id === id);
    if (made) {
      await openAccount(deps, request, session, made);
      const { accountId } = made;
      await noteAction(db, {
        action: 'organization_created',
        ...{ userId: session.user.id, accountId, subject: id, network: networkOf(request) },
      });
    }
    return reply.status(201).send(sessionView(person, deps));
  });

  app.post<{ Params: { id: string } }>('/api/organizations/:id/select', async (request, reply) => {
    const { session, memberships } = await someone(deps, request, reply);
    const chosen = memberships.find(({ id }) => id === request.params.id);
    if (!chosen)
      throw new RequestError({ code: 'not_found', message: 'you are in no organisation of this id' });
    await selectOrganization(db, session.sessionId, chosen.id);
    return sessionView(await signedIn(deps, request, reply), deps);
  });
}

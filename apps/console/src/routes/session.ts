import { type MemberRole, roleReaches } from '@redline/contracts';
import { clientNetwork } from '@redline/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BillingClient } from '../clients/billing.ts';
import { listMemberships, type Membership, noteOpened } from '../store/organizations.ts';
import type { People, SessionFacts, Visitor } from '../store/people.ts';
import { selectOrganization } from '../store/sessions.ts';
import type { Db } from '../store/tables.ts';
import { invalid, RequestError } from './failure.ts';

export interface SessionDeps {
  readonly db: Db;
  readonly people: People;
  readonly billing: Pick<BillingClient, 'open'>;
  readonly signUpIsOpen: boolean;
}

/** Returns what of a request the library for sign-in may know. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  cookie: request.headers.cookie,
  userAgent: request.headers['user-agent'],
  address: request.ip,
});

export const networkOf = (request: FastifyRequest): string => clientNetwork(request.ip);

/** Parses a body or query. @throws RequestError with a sentence for each field that is wrong */
export function parsed<S extends z.ZodTypeAny>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (!read.success) throw invalid(read.error);
  return read.data;
}

/** A person who is signed in, with the organisations and the one that the session is in. */
export interface SignedIn {
  readonly session: SessionFacts;
  readonly memberships: readonly Membership[];
  readonly current: Membership | null;
}

/** Adds the cookies that an answer of the library sets. */
export const setCookies = (reply: FastifyReply, cookies: readonly string[]): unknown =>
  cookies.length > 0 && reply.header('set-cookie', [...cookies]);

/** Reads who sent a request; undefined for a stranger. The role and the organisation are read at each request. */
export async function signedIn(
  { db, people }: Pick<SessionDeps, 'db' | 'people'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const session = await people.read(visitorOf(request));
  if (!session) return undefined;
  setCookies(reply, session.cookies);
  const memberships = await listMemberships(db, session.user.id);
  const chosen = memberships.find(({ id }) => id === session.organizationId);
  const current = chosen ?? memberships[0] ?? null;
  if (current && !chosen) await selectOrganization(db, session.sessionId, current.id);
  return { session, memberships, current };
}

/** The same. @throws RequestError for a stranger */
export async function someone(
  deps: Pick<SessionDeps, 'db' | 'people'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const person = await signedIn(deps, request, reply);
  if (!person) throw new RequestError({ code: 'unauthorized', message: 'sign in first' });
  return person;
}

/** A member who acts for the organisation of the session. */
export interface Member {
  readonly userId: string;
  readonly organization: Membership;
}

/**
 * Reads who acts for which organisation, whose account billing has from now on.
 * @param needed the lowest role that may do this
 * @throws RequestError for a stranger, somebody without an organisation, and a role that is too low
 */
export async function member(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  needed: MemberRole,
): Promise<Member> {
  const { session, current } = await someone(deps, request, reply);
  if (!current)
    throw new RequestError({
      code: 'forbidden',
      message: 'you are in no organisation; make one, or be invited',
    });
  if (!roleReaches(current.role, needed))
    throw new RequestError({
      code: 'forbidden',
      message: `this takes the role ${needed}; yours in ${JSON.stringify(current.name)} is ${current.role}`,
    });
  if (!current.isOpened) await openAccount(deps, request, session, current);
  return { userId: session.user.id, organization: current };
}

/** Opens the account of an organisation that was made by signing up; should billing be away, the next request does it. */
export async function openAccount(
  { db, billing }: Pick<SessionDeps, 'db' | 'billing'>,
  request: FastifyRequest,
  { user }: SessionFacts,
  { id, accountId }: Pick<Membership, 'id' | 'accountId'>,
): Promise<void> {
  if (!(await billing.open({ accountId, email: user.email, isSignUp: true }, request.id)))
    throw new RequestError({ code: 'forbidden', message: 'the account of this organisation is closed' });
  await noteOpened(db, id);
}

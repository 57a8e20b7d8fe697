import { passwordLength, textSchema, trimmedSchema } from '@redline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type AttemptLimit,
  mailLimits,
  passwordLimits,
  signInLimits,
  tokenLimits,
} from '../domain/attempt-limits.ts';
import { countAttempt, forgetAttempt } from '../store/attempts.ts';
import { noteAction } from '../store/audit-log.ts';
import type { People, Visitor } from '../store/people.ts';
import { endSession } from '../store/sessions.ts';
import { type Failure, RequestError } from './failure.ts';
import { networkOf, parsed, type SessionDeps, setCookies, signedIn, someone, visitorOf } from './session.ts';
import { type SessionFacts, sessionView } from './session-view.ts';

const email = z
  .string({ required_error: 'it is required' })
  .trim()
  .max(254, 'it has at most 254 characters')
  .email('it must be an e-mail address');
const password = textSchema('password', passwordLength.min, passwordLength.max);
/** One that was set under other rules may still be tried. */
const triedPassword = textSchema('password', 1, 1_000);
const token = z.string({ required_error: 'it is required' }).min(1).max(4_000);

const bodies = {
  signUp: z.object({ name: trimmedSchema('name', 80), email, password }),
  signIn: z.object({ email, password: triedPassword }),
  email: z.object({ email }),
  verify: z.object({ token, password: triedPassword }),
  reset: z.object({ token, password }),
  changePassword: z.object({ currentPassword: triedPassword, newPassword: password }),
};

export type SignInOutcome = 'signed_in' | 'refused' | 'limited';

export type AuthDeps = SessionDeps &
  SessionFacts & {
    /** Called for each attempt to sign in. */
    readonly onSignIn: (outcome: SignInOutcome) => void;
  };

const badToken: Failure = {
  code: 'invalid_token',
  message: 'this link was used or is too old; ask for another one',
};
const wrong: Failure = { code: 'wrong_credentials', message: 'the address or the password is wrong' };
const wrongAtLink: Failure = {
  ...wrong,
  message: 'this is not the password of the sign-up; if you did not choose it, reset the password',
};
const unverified: Failure = {
  code: 'email_not_verified',
  message: 'verify your address first; a mail with the link can be sent again',
};

/** Adds sign-up, sign-in and what belongs to passwords. */
export function registerAuth(app: FastifyInstance, deps: AuthDeps): void {
  const { db, people } = deps;
  const within = async (limits: readonly AttemptLimit[]) => {
    const wait = await countAttempt(db, limits);
    if (wait !== undefined)
      throw new RequestError({
        code: 'rate_limited',
        message: `too many attempts; try again in ${wait} s`,
        retryAfterSeconds: wait,
      });
  };

  /** Signs in by a password: counted before it is tried, with a new session, after which the one before has ended. */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { email, attempt, refusal }: Entry,
  ): Promise<ReturnType<typeof sessionView>> => {
    const network = networkOf(request);
    const limits = signInLimits(network, email);
    await within(limits).catch((error: unknown) => {
      deps.onSignIn('limited');
      throw error;
    });
    const before = await people.read(visitorOf(request));
    const outcome = await attempt(visitorOf(request));
    if (!outcome.done) {
      deps.onSignIn('refused');
      await noteAction(db, { action: 'sign_in_refused', network });
      throw new RequestError(outcome.code === 'EMAIL_NOT_VERIFIED' ? unverified : refusal);
    }
    deps.onSignIn('signed_in');
    await forgetAttempt(db, limits);
    if (before) await endSession(db, before.sessionId);
    setCookies(reply, outcome.cookies);
    await noteAction(db, { action: 'sign_in', userId: outcome.response.user.id, network });
    return answerAs(deps, request, reply, outcome.cookies);
  };

  app.post('/api/auth/sign-up', async (request) => {
    if (!deps.signUpIsOpen)
      throw new RequestError({
        code: 'sign_up_closed',
        message: 'nobody can sign up here; ask for an invitation',
      });
    const body = parsed(bodies.signUp, request.body);
    await within(mailLimits(networkOf(request), body.email));
    const outcome = await people.signUp(visitorOf(request), body);
    if (!outcome.done) throw new RequestError({ code: 'invalid_request', message: sentenceOf(outcome.code) });
    await noteAction(db, { action: 'sign_up', network: networkOf(request) });
    return { success: true, data: { object: 'sign_up', verificationSent: true } };
  });

  app.post('/api/auth/verify-email', async (request, reply) => {
    const body = parsed(bodies.verify, request.body);
    await within(tokenLimits(networkOf(request)));
    const person = await people.findUnverified(body.token);
    if (!person) throw new RequestError(badToken);
    const entered = await enter(request, reply, {
      email: person.email,
      attempt: (visitor) => people.confirm(visitor, person, body.password),
      refusal: wrongAtLink,
    });
    await noteAction(db, { action: 'email_verified', userId: person.id, network: networkOf(request) });
    return entered;
  });

  app.post('/api/auth/send-verification', async (request) => {
    const body = parsed(bodies.email, request.body);
    await within(mailLimits(networkOf(request), body.email));
    await people.sendVerification(visitorOf(request), body.email);
    return { success: true, data: { object: 'verification', sent: true } };
  });

  app.post('/api/auth/sign-in', async (request, reply) => {
    const body = parsed(bodies.signIn, request.body);
    const attempt: Entry['attempt'] = (visitor) => people.signIn(visitor, body);
    return enter(request, reply, { email: body.email, attempt, refusal: wrong });
  });

  app.post('/api/auth/sign-out', async (request, reply) => {
    const session = await people.read(visitorOf(request));
    const outcome = await people.signOut(visitorOf(request));
    if (session) {
      await endSession(db, session.sessionId);
      await noteAction(db, { action: 'sign_out', userId: session.user.id, network: networkOf(request) });
    }
    if (outcome.done) setCookies(reply, outcome.cookies);
    return sessionView(undefined, deps);
  });

  app.post('/api/auth/request-reset', async (request) => {
    const body = parsed(bodies.email, request.body);
    await within(mailLimits(networkOf(request), body.email));
    await people.requestReset(visitorOf(request), body.email);
    await noteAction(db, { action: 'password_reset_requested', network: networkOf(request) });
    return { success: true, data: { object: 'reset', sent: true } };
  });

  app.post('/api/auth/reset', async (request) => {
    const body = parsed(bodies.reset, request.body);
    await within(tokenLimits(networkOf(request)));
    const outcome = await people.reset(visitorOf(request), body.token, body.password);
    if (!outcome.done) throw new RequestError(badToken);
    await noteAction(db, { action: 'password_reset', network: networkOf(request) });
    return { success: true, data: { object: 'reset', done: true } };
  });

  app.post('/api/auth/change-password', async (request, reply) => {
    const { session } = await someone(deps, request, reply);
    const body = parsed(bodies.changePassword, request.body);
    await within(passwordLimits(session.user.id));
    const outcome = await people.changePassword(visitorOf(request), body);
    if (!outcome.done) throw new RequestError({ ...wrong, message: 'the current password is wrong' });
    reply.removeHeader('set-cookie');
    setCookies(reply, outcome.cookies);
    await noteAction(db, {
      action: 'password_changed',
      userId: session.user.id,
      network: networkOf(request),
    });
    return answerAs(deps, request, reply, outcome.cookies);
  });
}

/** A way to sign in by a password. */
interface Entry {
  /** The address whose password is tried. */
  readonly email: string;
  readonly attempt: (visitor: Visitor) => ReturnType<People['signIn']>;
  /** Said of a password that is wrong. */
  readonly refusal: Failure;
}

/** Answers with the session whose cookies have just been set. */
async function answerAs(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly string[],
) {
  request.headers.cookie = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
  return sessionView(await signedIn(deps, request, reply), deps);
}

const sentenceOf = (code: string) =>
  code === 'PASSWORD_TOO_SHORT' || code === 'PASSWORD_TOO_LONG'
    ? `password must have ${passwordLength.min} to ${passwordLength.max} characters`
    : 'the sign-up was not accepted; check the address';

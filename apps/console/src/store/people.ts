import { APIError } from 'better-auth/api';
import { type Auth, networkHeader } from './auth.ts';
import { readVerificationToken, type UnverifiedPerson } from './verification-token.ts';

/** The parts of a request that the library may know. */
export interface Visitor {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly address: string;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A session that is valid now. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly user: Person;
  /** The organisation that it is in, should the person still be a member. */
  readonly organizationId: string | null;
}

/** The result with the cookies that the answer sets, or the code of the library that says why not. */
export type Outcome<T = unknown> =
  | ({ readonly done: true; readonly cookies: readonly string[] } & T)
  | { readonly done: false; readonly code: string };

const headersOf = ({ cookie, userAgent, address }: Visitor): Headers => {
  const headers = new Headers({ [networkHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
};

/** Calls the library: its refusals become a code, anything else is thrown on. */
async function tried<T extends object>(
  call: () => Promise<{ readonly headers: Headers; readonly response: T }>,
): Promise<Outcome<{ readonly response: T }>> {
  try {
    const { headers, response } = await call();
    return { done: true, cookies: headers.getSetCookie(), response };
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    return { done: false, code: String(error.body?.code ?? error.status) };
  }
}

/** Creates what the routes may do with people and their sessions. */
export function createPeople(auth: Auth) {
  const { api } = auth;
  const signIn = (visitor: Visitor, body: { readonly email: string; readonly password: string }) =>
    tried(() =>
      api.signInEmail({ body, headers: headersOf({ ...visitor, cookie: undefined }), returnHeaders: true }),
    );
  return {
    /** Reads the session of a visitor; undefined for a stranger. `cookies` make it last longer, now and then. */
    async read(
      visitor: Visitor,
    ): Promise<(SessionFacts & { readonly cookies: readonly string[] }) | undefined> {
      if (visitor.cookie === undefined) return undefined;
      const { headers, response } = await api.getSession({
        headers: headersOf(visitor),
        returnHeaders: true,
      });
      if (!response) return undefined;
      const { user, session } = response;
      return {
        sessionId: session.id,
        user: { id: user.id, email: user.email, name: user.name, createdAt: user.createdAt },
        organizationId: session.activeOrganizationId ?? null,
        cookies: headers.getSetCookie(),
      };
    },

    /** Signs up; the same for an address that is known. A verification is sent unless the address is verified. */
    signUp: (
      visitor: Visitor,
      body: { readonly name: string; readonly email: string; readonly password: string },
    ) => tried(() => api.signUpEmail({ body, headers: headersOf(visitor), returnHeaders: true })),

    /** Signs in: always with a new session, whatever cookie the visitor had. */
    signIn,

    signOut: (visitor: Visitor) =>
      tried(() => api.signOut({ headers: headersOf(visitor), returnHeaders: true })),

    /** Finds for whom the link of a mail is; undefined if it is forged, too old, or the address is verified already. */
    async findUnverified(token: string): Promise<UnverifiedPerson | undefined> {
      const { internalAdapter, secret } = await auth.$context;
      const named = await readVerificationToken(secret, token);
      const user = named && (await internalAdapter.findUserById(named.id));
      return user && !user.emailVerified && user.email === named.email ? named : undefined;
    },

    /**
     * Verifies the address of a person whose link somebody has who also knows the password of the sign-up, and signs in.
     * The link alone shows that this is the owner of the address, and not that it was the owner who signed up.
     * @param person as `findUnverified` finds it
     */
    async confirm(visitor: Visitor, { id, email }: UnverifiedPerson, password: string) {
      const { internalAdapter, password: passwords } = await auth.$context;
      const hash = (await internalAdapter.findCredentialAccount(id))?.password;
      if (!hash || !(await passwords.verify({ hash, password })))
        return { done: false, code: 'INVALID_PASSWORD' } as const;
      await internalAdapter.updateUser(id, { emailVerified: true });
      return signIn(visitor, { email, password });
    },

    sendVerification: (visitor: Visitor, email: string) =>
      tried(() =>
        api.sendVerificationEmail({
          body: { email },
          headers: headersOf({ ...visitor, cookie: undefined }),
          returnHeaders: true,
        }),
      ),

    requestReset: (visitor: Visitor, email: string) =>
      tried(() =>
        api.requestPasswordReset({ body: { email }, headers: headersOf(visitor), returnHeaders: true }),
      ),

    reset: (visitor: Visitor, token: string, newPassword: string) =>
      tried(() =>
        api.resetPassword({ body: { token, newPassword }, headers: headersOf(visitor), returnHeaders: true }),
      ),

    changePassword: (
      visitor: Visitor,
      body: { readonly currentPassword: string; readonly newPassword: string },
    ) =>
      tried(() =>
        api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers: headersOf(visitor),
          returnHeaders: true,
        }),
      ),

    rename: (visitor: Visitor, name: string) =>
      tried(() => api.updateUser({ body: { name }, headers: headersOf(visitor), returnHeaders: true })),

    /**
     * Makes a person with a verified address, or gives the one who has it this password.
     * @returns the id, and whether anything of the person is new
     */
    async setPerson(person: {
      readonly email: string;
      readonly name: string;
      readonly password: string;
    }): Promise<{ readonly userId: string; readonly isNew: boolean }> {
      const { internalAdapter, password } = await auth.$context;
      const email = person.email.toLowerCase();
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const kept = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
      if (
        found?.user.emailVerified &&
        kept &&
        (await password.verify({ hash: kept, password: person.password }))
      )
        return { userId: found.user.id, isNew: false };
      const hash = await password.hash(person.password);
      const made = { email, name: person.name, emailVerified: true };
      const userId = found?.user.id ?? (await internalAdapter.createUser(made, { method: 'admin' })).id;
      if (found) await internalAdapter.updateUser(userId, { emailVerified: true });
      if (kept) await internalAdapter.updatePassword(userId, hash);
      else {
        const credential = { userId, providerId: 'credential', accountId: userId, password: hash };
        await internalAdapter.linkAccount(credential);
      }
      return { userId, isNew: true };
    },
  };
}

export type People = ReturnType<typeof createPeople>;

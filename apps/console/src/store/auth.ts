import { passwordLength } from '@redline/contracts';
import type { Logger } from '@redline/service-kit/log';
import { betterAuth } from 'better-auth';
import { organization } from 'better-auth/plugins/organization';
import type { Db } from './tables.ts';
import { createVerificationToken, verificationSeconds } from './verification-token.ts';

export interface AuthOptions {
  readonly db: Db;
  readonly log: Logger;
  /** The console's origin. */
  readonly origin: string;
  /** Whether that begins with https: cookies then are of this host alone. */
  readonly isSecure: boolean;
  readonly secret: string;
  readonly sessionDays: number;
  /** Sends the link to a person whose address is to be verified; must not reject or wait for a server. */
  readonly sendVerification: (email: string, token: string) => void;
  /** Sends the link to a person who has no password any more. */
  readonly sendReset: (email: string, token: string) => void;
}

const daySeconds = 86_400;
const resetSeconds = 3_600;

/** Returns the name of the cookie of a session: the browser takes `__Host-` from this host over https alone. */
export const sessionCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-redline_session' : 'redline_session';

/**
 * Sets better-auth up. None of its routes are served: ours call its functions, so that every one of them has our checks of
 * Origin, our limits and our envelope, and no token gets into a page. Organisations are its plugin's tables.
 */
export function createAuth(options: AuthOptions) {
  const { db, log, origin, isSecure, sendVerification, sendReset } = options;
  return betterAuth({
    appName: 'Redline',
    baseURL: origin,
    secret: options.secret,
    trustedOrigins: [origin],
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetSeconds,
      sendResetPassword: async ({ user, token }) => sendReset(user.email, token),
      // Whoever has that mail has the address. After the password, so that the one before never opens a verified address.
      onPasswordReset: async ({ user }) => noteVerified(db, user.id),
      // The first mail may be lost. Name and password stay those of the first sign-up.
      onExistingUserSignUp: async ({ user }) => {
        if (!user.emailVerified)
          sendVerification(user.email, await createVerificationToken(options.secret, user));
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: verificationSeconds,
      sendVerificationEmail: async ({ user, token }) => sendVerification(user.email, token),
    },
    session: {
      expiresIn: options.sessionDays * daySeconds,
      updateAge: daySeconds,
      // Each request reads its session, so one that ended has ended everywhere.
      cookieCache: { enabled: false },
    },
    // Attempts are counted by `attempts.ts`, for the address too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => {
        // Of info and below some have addresses.
        if (level === 'error') log.warn({ library: 'better-auth' }, message);
      },
    },
    advanced: {
      // It would put `__Secure-` before the names.
      useSecureCookies: false,
      cookiePrefix: 'redline',
      cookies: {
        session_token: {
          name: sessionCookieName(isSecure),
          attributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
        },
      },
      database: { validateSchema: false },
      ipAddress: { ipAddressHeaders: [networkHeader] },
    },
    plugins: [
      organization({
        schema: {
          organization: {
            additionalFields: {
              accountId: { type: 'string', required: true, unique: true, input: false },
              accountOpenedAt: { type: 'date', required: false, input: false },
            },
          },
        },
      }),
    ],
  });
}

/** Notes that a person has shown to have the address. */
async function noteVerified(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('user')
    .set({ emailVerified: true, updatedAt: new Date() })
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .execute();
}

export type Auth = ReturnType<typeof createAuth>;

/** Where the library is told the address of a client; it is never one of the client's own headers. */
export const networkHeader = 'x-client-address';

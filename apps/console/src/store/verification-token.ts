import { createEmailVerificationToken } from 'better-auth/api';
import { jwtVerify } from 'jose';
import { z } from 'zod';

/** How long the link works that verifies an address. */
export const verificationSeconds = 86_400;

/** A person whose address has not been verified yet. */
export interface UnverifiedPerson {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
}

/** Tokens of the library that also change an address have more in them, and are none of ours. */
const claims = z
  .object({
    email: z.string().email(),
    userId: z.string(),
    updateTo: z.undefined(),
    requestType: z.undefined(),
  })
  .transform(({ userId, email }): UnverifiedPerson => ({ id: userId, email }));

/** Creates the token of another mail to a person, as the library does for the first one. */
export const createVerificationToken = (secret: string, { id, email }: UnverifiedPerson): Promise<string> =>
  createEmailVerificationToken(secret, email, undefined, verificationSeconds, { userId: id });

/** Reads for whom the token of a mail is; undefined if it is forged or too old. Whether it was used is not in it. */
export async function readVerificationToken(
  secret: string,
  token: string,
): Promise<UnverifiedPerson | undefined> {
  const key = new TextEncoder().encode(secret);
  const read = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined);
  const { success, data } = claims.safeParse(read?.payload);
  return success ? data : undefined;
}

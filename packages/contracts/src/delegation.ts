import { z } from 'zod';
import { siteIds } from './sites/index.ts';

/** Roles of the members of an organisation, from most to least. */
export const memberRoles = ['owner', 'admin', 'editor', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Tells whether a role has all rights of another one. */
export const roleReaches = (role: MemberRole, needed: MemberRole): boolean =>
  memberRoles.indexOf(role) <= memberRoles.indexOf(needed);

/**
 * How the console acts for a member of an organisation at the gateway: a JSON Web Token signed with HMAC-SHA-256 by a
 * secret that both have.
 */
export const delegation = {
  header: 'x-redline-delegation',
  algorithm: 'HS256',
  issuer: 'redline-console',
  audience: 'redline-gateway',
  /** It is refused after this, whatever it says of its end. */
  secondsMax: 60,
  /** Of each secret, in characters. */
  secretLengthMin: 32,
} as const;

/** Whose work it is, and how much of it. Beside these it has the registered claims `iss`, `aud`, `iat`, `exp` and `jti`. */
export const delegationClaims = z.object({
  accountId: z.string().min(1),
  siteId: z.enum(siteIds).nullable().describe('The one site that it is for; null for what belongs to none'),
  tenantId: z.string().describe('Empty for the scope of the account itself'),
  role: z.enum(memberRoles),
  userId: z.string().min(1).max(100).describe('The member, for the log'),
});
export type DelegationClaims = z.infer<typeof delegationClaims>;

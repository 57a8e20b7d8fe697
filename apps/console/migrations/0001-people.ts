import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * The tables of better-auth and of its organisations, under the names that it has for them. A test compares them with what
 * the library says it needs. An organisation is an account of billing.
 */
export const people: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table "user" (
    "id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null,
    "image" text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
  )`,
  `create table "session" (
    "id" text primary key, "expiresAt" timestamptz not null, "token" text not null unique,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null, "ipAddress" text,
    "userAgent" text, "userId" text not null references "user" on delete cascade, "activeOrganizationId" text
  )`,
  `create table "account" (
    "id" text primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null
  )`,
  `create table "verification" (
    "id" text primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
  )`,
  `create table "organization" (
    "id" text primary key, "name" text not null, "slug" text not null unique, "logo" text,
    "createdAt" timestamptz not null, "metadata" text, "accountId" text not null unique, "accountOpenedAt" timestamptz
  )`,
  `create table "member" (
    "id" text primary key, "organizationId" text not null references "organization" on delete cascade,
    "userId" text not null references "user" on delete cascade,
    "role" text not null check ("role" in ('owner', 'admin', 'editor', 'viewer')), "createdAt" timestamptz not null,
    unique ("organizationId", "userId")
  )`,
  `create table "invitation" (
    "id" text primary key, "organizationId" text not null references "organization" on delete cascade,
    "email" text not null, "role" text, "status" text not null, "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null default now(), "inviterId" text not null references "user" on delete cascade
  )`,
  `create index "session_userId_idx" on "session" ("userId")`,
  `create index "session_expiresAt_idx" on "session" ("expiresAt")`,
  `create index "account_userId_idx" on "account" ("userId")`,
  `create index "verification_identifier_idx" on "verification" ("identifier")`,
  `create index "verification_expiresAt_idx" on "verification" ("expiresAt")`,
  `create index "member_organizationId_idx" on "member" ("organizationId")`,
  `create index "member_userId_idx" on "member" ("userId")`,
  `create index "invitation_organizationId_idx" on "invitation" ("organizationId")`,
  `create index "invitation_email_idx" on "invitation" ("email")`,
];

import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Who is signed in, and for which organisation; see the README of `apps/console`. */
export interface Session {
  readonly object: 'session';
  readonly user: { readonly id: string; readonly email: string; readonly name: string } | null;
  readonly organizations: readonly Membership[];
  readonly organization: (Membership & { readonly accountId: string }) | null;
  readonly signUp: 'open' | 'closed';
  /** Whether mails are shown on a page instead of being sent. */
  readonly localMail: boolean;
  /** Address of the public API. */
  readonly apiUrl: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<Session>('/api/session', { signal }),
  staleTime: 60_000,
});

/** Returns whether the current member may do what a role may. */
export const isAtLeast = ({ organization }: Session, role: Role): boolean =>
  organization !== null && roles.indexOf(organization.role) >= roles.indexOf(role);

const post = <T>(path: string, body: object) => request<T>(path, { method: 'POST', body });

export const signIn = (body: { readonly email: string; readonly password: string }) =>
  post<Session>('/api/auth/sign-in', body);
export const signOut = () => post<Session>('/api/auth/sign-out', {});
export const signUp = (body: { readonly name: string; readonly email: string; readonly password: string }) =>
  post<unknown>('/api/auth/sign-up', body);
export const verifyEmail = (body: { readonly token: string; readonly password: string }) =>
  post<Session>('/api/auth/verify-email', body);
export const sendVerification = (email: string) => post<unknown>('/api/auth/send-verification', { email });
export const requestReset = (email: string) => post<unknown>('/api/auth/request-reset', { email });
export const resetPassword = (body: { readonly token: string; readonly password: string }) =>
  post<unknown>('/api/auth/reset', body);
export const changePassword = (body: { readonly currentPassword: string; readonly newPassword: string }) =>
  post<Session>('/api/auth/change-password', body);
export const renameUser = (name: string) =>
  request<Session>('/api/profile', { method: 'PATCH', body: { name } });
export const createOrganization = (name: string) => post<Session>('/api/organizations', { name });
export const selectOrganization = (id: string) =>
  post<Session>(`/api/organizations/${encodeURIComponent(id)}/select`, {});

/** A mail of local mode. */
export interface LocalMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
}
export const localMailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal }) => request<{ readonly data: readonly LocalMail[] }>('/api/mail', { signal }),
});

import { randomBytes } from 'node:crypto';
import { busUserNames } from '@redline/contracts/bus-users';
import { busSecretOf, databaseOf, databaseSecretOf } from '@redline/workload';
import { workloads } from './workloads.ts';

/** A secret that is made outside: manifests name it and never hold it. */
export interface Secret {
  readonly name: string;
  readonly keys: readonly string[];
  /** What the keys are, and who reads them. */
  readonly holds: string;
  /** A key whose value is known, such as the name of a role. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Makes values that are no passwords. */
  readonly made?: () => Readonly<Record<string, string>>;
  readonly isOptional?: true;
}

/** Every secret of the namespace. Passwords go into URLs: letters and digits, beginning with a letter. */
export const secrets: readonly Secret[] = [
  ...workloads.map(({ name }) => ({
    name: databaseSecretOf(name),
    keys: ['username', 'password'],
    holds: `the database role of ${name} (type kubernetes.io/basic-auth)`,
    fixed: { username: databaseOf(name) },
  })),
  ...busUserNames.map((user) => ({
    name: busSecretOf(user),
    keys: ['password'],
    holds: `the user ${user} of the bus, for its service and for NATS`,
  })),
  {
    name: 'redline-webhooks',
    keys: ['secret-keys'],
    holds:
      'the keys that secrets of webhook endpoints are encrypted with: a name, a colon and 32 bytes in base64',
    made: () => ({ 'secret-keys': `first:${randomBytes(32).toString('base64')}` }),
  },
  { name: 'redline-uploads', keys: ['signing-key'], holds: 'thirty-two letters or more that sign uploads' },
  {
    name: 'redline-delegations',
    keys: ['secrets'],
    holds: 'thirty-two letters or more that sign what the console asks the gateway for; both read it',
  },
  {
    name: 'redline-sign-in',
    keys: ['secret'],
    holds: 'thirty-two letters or more that sign the cookies of the console',
  },
  {
    name: 'redline-mail',
    keys: ['smtp-url'],
    holds: 'the server that takes the mails of the console, with user and password',
  },
  {
    name: 'redline-tls',
    keys: ['tls.crt', 'tls.key'],
    holds: 'the certificate of both hosts (type kubernetes.io/tls)',
  },
  {
    name: 'redline-storage',
    keys: ['access-key-id', 'secret-access-key'],
    holds: 'keys of object storage, where the service account of media-engine has no identity',
    isOptional: true,
  },
  {
    name: 'redline-model',
    keys: ['text', 'vision', 'transcription', 'writer'],
    holds: 'keys of model endpoints, each where one is configured',
    isOptional: true,
  },
];

import { randomBytes } from 'node:crypto';
import { stringify } from 'yaml';
import { labelsOf, namespace } from './cluster.ts';
import { secrets } from './secrets.ts';

/** Letters and digits that begin with a letter: nats-server may take another for a number, and URLs need no escapes. */
const newPassword = () => `p${randomBytes(24).toString('hex')}`;

/** No password of ours: whoever runs mails and certificates has them. */
const givenElsewhere: ReadonlySet<string> = new Set(['redline-tls', 'redline-mail']);

/**
 * Renders the secrets that must be there with new passwords, to be applied once or sealed; those of clouds, mail,
 * certificates and models are left to whoever has them.
 */
export const newSecrets = (): string =>
  secrets
    .filter(({ isOptional, name }) => !isOptional && !givenElsewhere.has(name))
    .map(({ name, keys, fixed = {}, made }) => {
      const known = { ...fixed, ...made?.() };
      return stringify({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace, labels: labelsOf(name, 'servers') },
        type: keys.includes('username') ? 'kubernetes.io/basic-auth' : 'Opaque',
        stringData: Object.fromEntries(keys.map((key) => [key, known[key] ?? newPassword()])),
      });
    })
    .join('---\n');

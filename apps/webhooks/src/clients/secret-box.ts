import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key that encrypts secrets. */
export interface SecretKey {
  /** Told in what it has encrypted, so that it is found again after others have come. */
  readonly name: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Encrypts and decrypts the secrets of endpoints. */
export interface SecretBox {
  /** @param owner the endpoint: what is sealed for one is opened for no other */
  readonly seal: (secret: string, owner: string) => string;
  /** @throws Error if it was sealed by a key that is not known, for another owner, or was changed */
  readonly open: (sealed: string, owner: string) => string;
  /** Tells whether it was sealed by another key than the one that seals now. */
  readonly isOutdated: (sealed: string) => boolean;
}

const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/**
 * Creates a box that seals with AES-256-GCM under a new nonce each time: `name:base64 of nonce, tag and text`.
 * @param keys the first one seals, each opens what it has sealed
 */
export function createSecretBox([current, ...older]: readonly [SecretKey, ...SecretKey[]]): SecretBox {
  const keys = new Map([current, ...older].map(({ name, key }) => [name, key]));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${current.name}:${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`;
    },
    open(sealed, owner) {
      const name = nameOf(sealed);
      const key = keys.get(name);
      if (!key)
        throw new Error(`a secret is encrypted by the key ${name}, which ENDPOINT_SECRET_KEYS does not have`);
      const bytes = Buffer.from(sealed.slice(name.length + 1), 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    },
    isOutdated: (sealed) => nameOf(sealed) !== current.name,
  };
}

const nameOf = (sealed: string): string => sealed.slice(0, Math.max(sealed.indexOf(':'), 0));

const signingKeyBytes = 32;

/** Makes a secret that signs webhooks, as the Standard Webhooks convention writes it. */
export const newSigningSecret = (): string => `whsec_${randomBytes(signingKeyBytes).toString('base64')}`;

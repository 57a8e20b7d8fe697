import { Webhook } from 'standardwebhooks';

/** The message that is signed. */
export interface Signed {
  /** Id of the event; the same in every attempt. */
  readonly id: string;
  /** Time of the attempt; receivers refuse one that is five minutes off. */
  readonly at: Date;
  readonly body: string;
}

/**
 * Returns the headers of the Standard Webhooks convention.
 * @param secrets `whsec_…`; each signs, the newest first
 */
export const signatureHeaders = ({ id, at, body }: Signed, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});

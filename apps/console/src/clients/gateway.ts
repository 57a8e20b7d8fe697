import { randomUUID } from 'node:crypto';
import { accountKeyRequests, type DelegationClaims, delegation } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { SignJWT } from 'jose';
import { Agent, type Dispatcher, request } from 'undici';
import type { z } from 'zod';

/** Signs what the gateway is to be asked for: each for one request. */
export type SignDelegation = (claims: DelegationClaims) => Promise<string>;

/** Creates a signer. @param secret one that the gateways know */
export function delegationSigner(secret: string): SignDelegation {
  const key = new TextEncoder().encode(secret);
  return (claims) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: delegation.algorithm })
      .setIssuer(delegation.issuer)
      .setAudience(delegation.audience)
      .setIssuedAt()
      .setExpirationTime(`${delegation.secondsMax}s`)
      .setJti(randomUUID())
      .sign(key);
}

/** A request to a site of the API, for a member. */
export interface SiteRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query. */
  readonly path: string;
  /** JSON; undefined for none. */
  readonly body: string | undefined;
  /** Headers of the member's that the API knows. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly claims: DelegationClaims;
}

export interface GatewayClient {
  readonly send: (siteRequest: SiteRequest) => Promise<Dispatcher.ResponseData>;
  readonly close: () => Promise<void>;
}

/** Longer than a submission that waits 30 s. */
const answerWithinMs = 45_000;
const connectWithinMs = 3_000;

/** Creates a client of the gateways' internal listener. */
export function gatewayClient(
  url: string,
  { sign, connectionsMax }: { readonly sign: SignDelegation; readonly connectionsMax: number },
): GatewayClient {
  const dispatcher = new Agent({
    connections: connectionsMax,
    connect: { timeout: connectWithinMs },
    headersTimeout: answerWithinMs,
    bodyTimeout: answerWithinMs,
  });
  return {
    send: async ({ method, path, body, headers, requestId, claims }) =>
      request(new URL(path, url), {
        dispatcher,
        method,
        body: body ?? null,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          'x-request-id': requestId,
          [delegation.header]: await sign(claims),
        },
      }),
    close: () => dispatcher.close(),
  };
}

type KeyRows = typeof accountKeyRequests;

/** Asks about keys of an account: the request of a row but its delegation, and who asks. */
export type AskKeys = <K extends keyof KeyRows>(
  name: K,
  wish: Omit<z.input<KeyRows[K]['request']>, 'delegation'>,
  context: { readonly claims: DelegationClaims; readonly requestId: string },
) => Promise<z.output<KeyRows[K]['reply']>>;

/** Creates what asks the gateways about keys over the bus. */
export const keyAsker =
  (bus: Bus, sign: SignDelegation): AskKeys =>
  async (name, wish, { claims, requestId }) => {
    const row: KeyRows[typeof name] = accountKeyRequests[name];
    const payload = { ...wish, delegation: await sign(claims) } as z.input<KeyRows[typeof name]['request']>;
    return call(bus, row, payload, { requestId });
  };

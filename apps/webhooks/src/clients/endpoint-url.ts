import {
  hostOf,
  httpsNeeded,
  type Internet,
  type IsInNetworks,
  PublicUrlError,
  publicUrl,
  resolvePublic,
} from '@redline/public-client';

/** The URLs that endpoints may have. */
export interface EndpointUrls {
  /**
   * Reads a URL, without a look-up of its name.
   * @throws PublicUrlError with a sentence for the client
   */
  readonly parse: (text: string) => URL;
  /**
   * Looks the name of a URL up. One that has no address now is let pass, since it may get one.
   * @throws PublicUrlError if it leads to an address that is not public
   */
  readonly check: (url: URL) => Promise<void>;
}

/**
 * Returns the rules of URLs: https on the public internet, and in the networks that the operator has named http too.
 * @param isInNetworks null where he has named none
 */
export function createEndpointUrls(
  isInNetworks: IsInNetworks | null,
  resolve: Internet['resolve'],
): EndpointUrls {
  return {
    parse: (text) =>
      publicUrl(text, {
        schemes: isInNetworks ? 'http or https' : 'https',
        ports: 'any',
        ...(isInNetworks ? { isInNetworks } : {}),
      }),
    async check(url) {
      try {
        const addresses = await resolvePublic(hostOf(url), resolve, isInNetworks ? { isInNetworks } : {});
        if (url.protocol === 'http:' && !addresses.every((address) => isInNetworks?.(address)))
          throw httpsNeeded();
      } catch (error) {
        if (error instanceof PublicUrlError && error.kind !== 'unreachable') throw error;
      }
    },
  };
}

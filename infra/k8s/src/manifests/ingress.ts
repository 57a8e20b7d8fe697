import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import { labelsOf } from '../cluster.ts';

/** The public address of a cluster, as its overlay gives it. */
export interface Entrance {
  readonly host: string;
  readonly tlsSecret: string;
  readonly ingressClass: string;
}

const prefix = 'nginx.ingress.kubernetes.io';

interface Limits {
  /** The largest body. */
  readonly body: string;
  /** How long a client, or the gateway, may say nothing. */
  readonly seconds: number;
}

/** Beyond the gateway's own limits, so that its answers, which say what to do, are seen and not the proxy's. */
const api: Limits = { body: '8m', seconds: 90 };
/** A video of 1 GiB with its form; a slow client has an hour (`UPLOAD_TIMEOUT_MS`). */
const files: Limits = { body: '1100m', seconds: 3_700 };

function ingress(
  name: string,
  { host, tlsSecret, ingressClass }: Entrance,
  paths: string[],
  limits: Limits,
): IIngress {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      labels: labelsOf(name),
      annotations: {
        [`${prefix}/proxy-body-size`]: limits.body,
        [`${prefix}/proxy-read-timeout`]: String(limits.seconds),
        [`${prefix}/proxy-send-timeout`]: String(limits.seconds),
        // Reports are streams, and uploads must not be written to the proxy's disk first.
        [`${prefix}/proxy-buffering`]: 'off',
        [`${prefix}/proxy-request-buffering`]: 'off',
        // A request is sent to a second gateway only where it cannot have reached the first one.
        [`${prefix}/proxy-next-upstream`]: 'error',
        [`${prefix}/proxy-next-upstream-tries`]: '2',
      },
    },
    spec: {
      ingressClassName: ingressClass,
      tls: [{ hosts: [host], secretName: tlsSecret }],
      rules: [
        {
          host,
          http: {
            paths: paths.map((path) => ({
              path,
              pathType: 'Prefix',
              backend: { service: { name: 'gateway', port: { name: 'http' } } },
            })),
          },
        },
      ],
    },
  };
}

/** Builds the ways in: the API, and the files that go to and come from the media engine through the gateway. */
export const ingressesOf = (entrance: Entrance): readonly IIngress[] => [
  ingress('api', entrance, ['/'], api),
  ingress('files', entrance, ['/uploads', '/assets'], files),
];

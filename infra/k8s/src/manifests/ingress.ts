import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import { labelsOf } from '../cluster.ts';

/** The public address of a cluster, as its overlay gives it. */
export interface Entrance {
  readonly host: string;
  /** The address of the console, an origin of its own. */
  readonly consoleHost: string;
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

/** Texts and pages; a submission that waits takes 30 s. */
const people: Limits = { body: '1m', seconds: 60 };

type Way = Pick<Entrance, 'host' | 'tlsSecret' | 'ingressClass'>;

function ingress(
  name: string,
  { host, tlsSecret, ingressClass }: Way,
  { paths, service }: { readonly paths: readonly string[]; readonly service: string },
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
              backend: { service: { name: service, port: { name: 'http' } } },
            })),
          },
        },
      ],
    },
  };
}

/** Builds the ways in: the API, the console, and the files that go to and come from the media engine through the gateway. */
export const ingressesOf = (entrance: Entrance): readonly IIngress[] => [
  ingress('api', entrance, { paths: ['/'], service: 'gateway' }, api),
  ingress('files', entrance, { paths: ['/uploads', '/assets'], service: 'gateway' }, files),
  ingress(
    'console',
    { ...entrance, host: entrance.consoleHost },
    { paths: ['/'], service: 'console' },
    people,
  ),
];

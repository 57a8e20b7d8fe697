import { type EgressTarget, nats, opsPort, postgres, type Workload } from '@redline/workload';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { labelsOf, natsPods, neighbours, postgresPods, selectorOf, streamKeeper } from '../cluster.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = NonNullable<Spec['egress']>[number];
type IngressRule = NonNullable<Spec['ingress']>[number];

/** An endpoint outside of the namespace that an overlay lists: networks, or pods of another namespace. */
export type Endpoint =
  | { readonly cidr: string; readonly port: number }
  | { readonly namespace: string; readonly port: number };

/** What an overlay lets services reach. */
export interface Outside {
  readonly models: readonly Endpoint[];
  readonly storage: readonly Endpoint[];
  /** The server that takes mails. */
  readonly mail: readonly Endpoint[];
  readonly traces: readonly Endpoint[];
  /** Receivers of webhooks in private networks, as `ENDPOINT_NETWORKS` allows them. */
  readonly receivers: readonly Endpoint[];
}

const tcp = (port: number) => ({ protocol: 'TCP' as const, port });
const toPods = (labels: Readonly<Record<string, string>>, port: number): Rule => ({
  to: [{ podSelector: { matchLabels: { ...labels } } }],
  ports: [tcp(port)],
});

/**
 * Networks that belong to nobody on the internet: RFC 6890, and Azure's address of its hosts. IPv4-mapped addresses are
 * IPv4 on the wire, and an API server refuses their network (`must be a strict subset of cidr`).
 */
export const privateNetworks = {
  v4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  v6: ['::/96', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
} as const;

const publicAddresses = [
  { ipBlock: { cidr: '0.0.0.0/0', except: [...privateNetworks.v4] } },
  { ipBlock: { cidr: '::/0', except: [...privateNetworks.v6] } },
];
/** Public addresses, by the ports of http and https. */
const toPublic: Rule = { to: publicAddresses, ports: [tcp(80), tcp(443)] };
/** Public addresses, by any port: a customer's endpoint has the one that it has. */
const toInternet: Rule = { to: publicAddresses, ports: [{ protocol: 'TCP' }] };

const toDns: Rule = {
  to: [{ ...neighbours.dns, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
  ports: [tcp(53), { protocol: 'UDP', port: 53 }],
};

const toEndpoint = (endpoint: Endpoint): Rule => ({
  to: [
    'cidr' in endpoint
      ? { ipBlock: { cidr: endpoint.cidr } }
      : { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': endpoint.namespace } } },
  ],
  ports: [tcp(endpoint.port)],
});

function rulesOf(target: EgressTarget, outside: Outside, all: readonly Workload[]): readonly Rule[] {
  if (target === 'public') return [toPublic];
  if (target === 'internet') return [toInternet, ...outside.receivers.map(toEndpoint)];
  if (target === 'models' || target === 'storage' || target === 'mail')
    return outside[target].map(toEndpoint);
  const neighbour = all.find(({ name }) => name === target.service);
  const port = target.port === 'internal' ? neighbour?.internal?.port : neighbour?.httpPort;
  if (!neighbour || port === undefined) throw new Error(`${target.service} has no port for its neighbours`);
  return [toPods(selectorOf(neighbour.name), port)];
}

const fromMonitoring: IngressRule = { from: [{ ...neighbours.monitoring }], ports: [tcp(opsPort)] };

const fromServices = (names: readonly string[]): NonNullable<IngressRule['from']> =>
  names.map((name) => ({ podSelector: { matchLabels: selectorOf(name) } }));

function ingressOf({ httpPort, reachedBy, internal }: Workload): readonly IngressRule[] {
  const inside = internal ? [{ from: fromServices(internal.reachedBy), ports: [tcp(internal.port)] }] : [];
  if (httpPort === undefined || reachedBy === undefined) return inside;
  const from: NonNullable<IngressRule['from']> =
    reachedBy === 'ingress' ? [{ ...neighbours.ingress }] : fromServices(reachedBy);
  return [{ from, ports: [tcp(httpPort)] }, ...inside];
}

const policy = (name: string, spec: Spec): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, labels: labelsOf(name, 'servers') },
  spec,
});

/** Builds the policy of the namespace: what no other policy allows is dropped, in both directions. */
export const denyAll: INetworkPolicy = policy('deny-all', {
  podSelector: {},
  policyTypes: ['Ingress', 'Egress'],
});

/** Builds the policy of a service: its database, the bus, DNS, its metrics, and what it asks for itself. */
export function networkPolicyOf(
  workload: Workload,
  outside: Outside,
  all: readonly Workload[],
): INetworkPolicy {
  return policy(workload.name, {
    podSelector: { matchLabels: selectorOf(workload.name) },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [...ingressOf(workload), fromMonitoring],
    egress: [
      toDns,
      toPods(postgresPods.labels, postgres.port),
      toPods(natsPods.labels, nats.port),
      ...outside.traces.map(toEndpoint),
      ...workload.egress.flatMap((target) => rulesOf(target, outside, all)),
    ],
  });
}

/** Builds the policies of what runs once or beside the services: migrations reach databases, streams the bus. */
export const jobPolicies = (all: readonly Workload[]): readonly INetworkPolicy[] => [
  ...all.map(({ name }) =>
    policy(`${name}-migrate`, {
      podSelector: { matchLabels: selectorOf(`${name}-migrate`) },
      policyTypes: ['Ingress', 'Egress'],
      egress: [toDns, toPods(postgresPods.labels, postgres.port)],
    }),
  ),
  policy('streams', {
    podSelector: {
      matchExpressions: [
        { key: 'app.kubernetes.io/name', operator: 'In', values: ['streams', streamKeeper] },
      ],
    },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [fromMonitoring],
    egress: [toDns, toPods(natsPods.labels, nats.port)],
  }),
];

/** Builds the policies of NATS and Postgres, which run in the same namespace. */
export const serverPolicies = (all: readonly Workload[]): readonly INetworkPolicy[] => {
  const clients = (suffix: readonly string[]) => ({
    podSelector: {
      matchExpressions: [
        {
          key: 'app.kubernetes.io/name',
          operator: 'In',
          values: [...all.map(({ name }) => name), ...suffix],
        },
      ],
    },
  });
  const toNats = { podSelector: { matchLabels: { ...natsPods.labels } } };
  const toPostgres = { podSelector: { matchLabels: { ...postgresPods.labels } } };
  const migrations = all.map(({ name }) => `${name}-migrate`);
  return [
    policy('nats', {
      podSelector: toNats.podSelector,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: [clients(['streams', streamKeeper])], ports: [tcp(nats.port)] },
        // Routes between the servers.
        { from: [toNats], ports: [tcp(6222)] },
        { from: [{ ...neighbours.keda }, { ...neighbours.monitoring }], ports: [tcp(8222), tcp(7777)] },
      ],
      egress: [toDns, { to: [toNats], ports: [tcp(6222)] }],
    }),
    policy('postgres', {
      podSelector: toPostgres.podSelector,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [clients(migrations), toPostgres, { ...neighbours.cloudNativePg }],
          ports: [tcp(postgres.port)],
        },
        { from: [toPostgres, { ...neighbours.cloudNativePg }], ports: [tcp(8000)] },
        { from: [{ ...neighbours.monitoring }], ports: [tcp(9187)] },
      ],
      // The instance manager speaks to the API server, whose address is the cluster's own, and ships its log of writes to
      // object storage: the operator's pages say how to narrow this.
      egress: [
        toDns,
        { to: [toPostgres], ports: [tcp(postgres.port), tcp(8000)] },
        { ports: [tcp(443), tcp(6443)] },
      ],
    }),
  ];
};

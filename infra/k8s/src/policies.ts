import { busUsers } from '@redline/contracts/bus-users';
import { isWithin } from './ip-blocks.ts';
import type { Pod, Rendered, Selection } from './rendered.ts';
import { secrets } from './secrets.ts';

/** A rule that every rendered manifest keeps. */
export interface Policy {
  readonly name: string;
  /** Returns a sentence for each breach. */
  readonly check: (rendered: Rendered) => readonly string[];
}

/** Builds a policy about the pods of Deployments and Jobs. */
const ofPods = (
  name: string,
  faultOf: (pod: Pod, rendered: Rendered) => readonly (string | false)[],
): Policy => ({
  name,
  check: (rendered) =>
    rendered.pods.flatMap((pod) =>
      faultOf(pod, rendered)
        .filter((fault) => fault !== false)
        .map((fault) => `${pod.kind} ${pod.name}: ${fault}`),
    ),
});

const references = ({ spec }: Pod) => {
  const env = spec.containers.flatMap((container) => container.env ?? []);
  const keyed = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  const mounted = (spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
  return [
    ...keyed.map(({ name = '', key, optional }) => ({ name, key, isOptional: optional === true })),
    ...mounted.map((name) => ({ name, key: 'password', isOptional: false })),
  ];
};

/** It serves nobody: it ends when it cannot go on, and is started again. */
const withoutProbes = new Set(['stream-keeper']);

const labelsMatch = (wanted: Selection['selector'], pod: Pod): boolean => {
  const labels = pod.labels;
  const equal = Object.entries(wanted?.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const within = (wanted?.matchExpressions ?? []).every(
    ({ key, operator, values }) => operator === 'In' && values?.includes(labels[key] ?? ''),
  );
  return equal && within;
};

/** They have files and endpoints of customers to ask. */
const reachingPublic: ReadonlySet<string> = new Set(['media-engine', 'webhooks']);

const reachesPublic = ({ spec }: Rendered['networkPolicies'][number]) =>
  (spec?.egress ?? []).some(({ to, ports }) =>
    to === undefined ? ports === undefined : to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'),
  );

export const policies: readonly Policy[] = [
  ofPods('a container asks for CPU and memory, and may not take more memory than it asks for', ({ spec }) =>
    spec.containers.flatMap(({ resources }) => [
      !resources?.requests?.['cpu'] && 'asks for no CPU',
      !resources?.limits?.['memory'] && 'has no limit of memory',
      resources?.requests?.['memory'] !== resources?.limits?.['memory'] &&
        'may take memory that it does not ask for',
      resources?.limits?.['cpu'] !== undefined && 'has a limit of CPU, which makes an event loop late',
    ]),
  ),
  ofPods('nothing runs as root, writes to its image, or gains rights', ({ spec }) => [
    spec.securityContext?.runAsNonRoot !== true && 'may run as root',
    !((spec.securityContext?.runAsUser ?? 0) > 0) && 'has no number of a user',
    spec.securityContext?.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
    spec.hostNetwork === true && 'is in the network of its node',
    ...spec.containers.flatMap(({ securityContext: context }) => [
      context?.readOnlyRootFilesystem !== true && 'may write to its image',
      context?.allowPrivilegeEscalation !== false && 'may gain rights',
      !context?.capabilities?.drop?.includes('ALL') && 'keeps capabilities',
      context?.privileged === true && 'is privileged',
    ]),
  ]),
  {
    name: 'the namespace refuses pods that may do more',
    check: ({ objects }) => {
      const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
      const refuses = namespaces.some(
        ({ metadata }) => metadata?.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
      );
      return refuses ? [] : ['the namespace takes any pod'];
    },
  },
  ofPods('nothing has a token of the API server', ({ spec }) => [
    spec.automountServiceAccountToken !== false && 'has a token',
    !spec.serviceAccountName && 'runs as the default account',
  ]),
  ofPods('a service is started, alive and ready by three probes that differ', ({ kind, name, spec }) =>
    kind === 'Job' || withoutProbes.has(name)
      ? []
      : spec.containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) => [
          startupProbe?.httpGet?.path !== '/healthz' && 'has no start-up probe',
          livenessProbe?.httpGet?.path !== '/healthz' && 'is ended by more than its own death',
          readinessProbe?.httpGet?.path !== '/readyz' && 'is sent requests before it is ready',
        ]),
  ),
  ofPods('a pod has longer to end than its own code needs', ({ kind, spec }) => {
    if (kind === 'Job' || spec.priorityClassName === undefined) return [];
    const [container] = spec.containers;
    const ms = (name: string) => Number(container?.env?.find((one) => one.name === name)?.value ?? 0);
    const needs = (ms('SHUTDOWN_DRAIN_MS') + ms('SHUTDOWN_TIMEOUT_MS')) / 1_000;
    const has = spec.terminationGracePeriodSeconds ?? 30;
    return [has <= needs && `is killed after ${has} s and needs ${needs} s`];
  }),
  ofPods('a secret that is referenced is in the table of secrets, with its key', (pod) =>
    references(pod).map(({ name, key, isOptional }) => {
      const secret = secrets.find((one) => one.name === name);
      if (!secret?.keys.includes(key)) return `reads ${key} of the secret ${name}, which nobody makes`;
      return (secret.isOptional ?? false) && !isOptional && `needs the secret ${name}, which may be missing`;
    }),
  ),
  ofPods('a setting that is referenced is in the overlay', ({ spec }, { settings }) =>
    spec.containers
      .flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef ?? []))
      .map(({ key, optional }) => optional !== true && !settings.includes(key) && `needs a setting ${key}`),
  ),
  {
    name: 'a setting of an overlay is read by somebody',
    check({ pods, settings }) {
      const read = new Set(
        pods.flatMap(({ spec }) =>
          spec.containers.flatMap(({ env = [] }) =>
            env.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.key),
          ),
        ),
      );
      return settings.filter((name) => !read.has(name)).map((name) => `nobody reads ${name}`);
    },
  },
  {
    name: 'each image has a tag, and none is the latest',
    check: ({ pods, tags }) => {
      const images = new Set(pods.flatMap(({ spec }) => spec.containers.map(({ image = '' }) => image)));
      return [...images].flatMap((image) => {
        if (tags[image] === undefined) return `${image} has no tag`;
        return tags[image] === 'latest' ? `${image} is the latest` : [];
      });
    },
  },
  {
    name: 'a service has a budget, autoscaling and a policy of the network',
    check: ({ pods, budgets, scaled, networkPolicies }) =>
      pods
        .filter(({ kind, name }) => kind === 'Deployment' && !withoutProbes.has(name))
        .flatMap((pod) => [
          ...(budgets.some(({ spec }) => labelsMatch(spec?.selector, pod))
            ? []
            : [`${pod.name} has no budget`]),
          ...(scaled.some(({ spec }) => spec.scaleTargetRef.name === pod.name)
            ? []
            : [`${pod.name} is not scaled`]),
          ...(networkPolicies.some(({ metadata }) => metadata?.name === pod.name)
            ? []
            : [`${pod.name} has no policy of the network`]),
        ]),
  },
  {
    name: 'autoscaling counts jobs of consumers that exist',
    check: ({ scaled }) => {
      const consumers = Object.values(busUsers).flatMap((user) =>
        'takes' in user ? Object.keys(user.takes) : [],
      );
      return scaled.flatMap(({ spec }) =>
        spec.triggers
          .filter(({ type }) => type === 'nats-jetstream')
          .map(({ metadata }) => metadata['consumer'] ?? '')
          .filter((consumer) => !consumers.includes(consumer))
          .map((consumer) => `there is no consumer ${consumer}`),
      );
    },
  },
  {
    name: 'every consumer of jobs scales somebody',
    check: ({ scaled }) => {
      const counted = scaled.flatMap(({ spec }) => spec.triggers.map(({ metadata }) => metadata['consumer']));
      return Object.values(busUsers)
        .flatMap((user) => ('takes' in user ? Object.keys(user.takes) : []))
        .filter((consumer) => !counted.includes(consumer))
        .map((consumer) => `nobody is scaled by ${consumer}`);
    },
  },
  {
    name: 'what no policy of the network allows is dropped, and only the media engine and webhooks reach public addresses',
    check: ({ networkPolicies }) => {
      const denies = networkPolicies.some(
        ({ spec }) =>
          Object.keys(spec?.podSelector ?? {}).length === 0 &&
          spec?.policyTypes?.length === 2 &&
          !spec.ingress &&
          !spec.egress,
      );
      return [
        ...(denies ? [] : ['nothing is dropped by default']),
        ...networkPolicies
          .filter((one) => !reachingPublic.has(one.metadata?.name ?? '') && reachesPublic(one))
          .map(({ metadata }) => `${metadata?.name} reaches public addresses`),
      ];
    },
  },
  {
    name: 'what a policy of the network leaves out lies within what it allows',
    check: ({ networkPolicies }) =>
      networkPolicies.flatMap(({ metadata, spec }) =>
        (spec?.egress ?? [])
          .flatMap(({ to }) => to ?? [])
          .flatMap(({ ipBlock }) =>
            (ipBlock?.except ?? [])
              .filter((network) => !isWithin(network, ipBlock?.cidr ?? ''))
              .map((network) => `${metadata?.name} leaves out ${network} of ${ipBlock?.cidr}`),
          ),
      ),
  },
  {
    name: 'what runs has a policy of the network beside the one that drops everything',
    check: ({ pods, networkPolicies }) =>
      pods
        .filter(
          (pod) =>
            !networkPolicies.some(({ spec }) =>
              Object.keys(spec?.podSelector ?? {}).length > 0 ? labelsMatch(spec?.podSelector, pod) : false,
            ),
        )
        .map(({ name }) => `${name} reaches nothing at all`),
  },
  {
    name: 'a service has two replicas at least, unless an overlay says otherwise',
    check: ({ scaled }) =>
      scaled
        .filter(
          ({ spec }) =>
            (spec.minReplicaCount ?? 0) < 2 || (spec.maxReplicaCount ?? 0) < (spec.minReplicaCount ?? 0),
        )
        .map(
          ({ metadata, spec }) =>
            `${metadata?.name} has ${spec.minReplicaCount} to ${spec.maxReplicaCount} replicas`,
        ),
  },
];

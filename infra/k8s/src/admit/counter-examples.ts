import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IPod } from 'kubernetes-models/v1';
import type { KubernetesObject } from '../rendered.ts';
import { podsOf } from './objects.ts';

/** An object that must be refused, so that what is admitted says something. */
export interface CounterExample {
  readonly name: string;
  readonly object: KubernetesObject;
  /** Words that its refusal has to contain. */
  readonly says: RegExp;
}

interface PostgresCluster extends KubernetesObject {
  spec: { instances: unknown };
}

/** Breaks objects of the manifests, each in one way that a part of the API server must see. */
export function counterExamplesOf(objects: readonly KubernetesObject[]): readonly CounterExample[] {
  const find = <T extends KubernetesObject>(kind: string, name: string): T => {
    const found = objects.find((one) => one.kind === kind && one.metadata?.name === name);
    if (!found) throw new Error(`there is no ${kind} ${name}`);
    return structuredClone(found) as T;
  };
  const broken = <T extends KubernetesObject>(kind: string, name: string, change: (copy: T) => void): T => {
    const copy = find<T>(kind, name);
    change(copy);
    // A name that is free: it must be refused for what it is, not because it is there.
    return { ...copy, metadata: { ...copy.metadata, name: `broken-${name}` } };
  };
  const brokenPod = (change: (pod: Pod) => void): KubernetesObject => {
    const [pod] = podsOf([find('Deployment', 'gateway')]);
    const copy = { ...structuredClone(pod), apiVersion: 'v1', kind: 'Pod' } as Pod & KubernetesObject;
    change(copy);
    return copy;
  };
  const firstOf = ({ spec }: Pod) => spec.containers[0] ?? fail();
  return [
    {
      name: 'a Deployment with a field that is misspelt',
      object: broken<IDeployment & KubernetesObject>('Deployment', 'gateway', ({ spec }) =>
        Object.assign(spec ?? fail(), { progressDeadlineSecond: 60 }),
      ),
      says: /unknown field "spec\.progressDeadlineSecond"/,
    },
    {
      name: 'a ScaledObject with a field that is misspelt',
      object: broken<IScaledObject & KubernetesObject>('ScaledObject', 'gateway', ({ spec }) =>
        Object.assign(spec, { minReplicasCount: 2 }),
      ),
      says: /unknown field "spec\.minReplicasCount"/,
    },
    {
      name: 'a Postgres cluster without instances',
      object: broken<PostgresCluster>('Cluster', 'postgres', ({ spec }) => {
        spec.instances = 0;
      }),
      says: /spec\.instances: Invalid value: 0/,
    },
    {
      name: 'a privileged pod',
      object: brokenPod((pod) => Object.assign(firstOf(pod), { securityContext: { privileged: true } })),
      says: /violates PodSecurity "restricted:latest": privileged/,
    },
    {
      name: 'a pod that may run as root',
      object: brokenPod(({ spec }) => Object.assign(spec.securityContext ?? fail(), { runAsNonRoot: false })),
      says: /violates PodSecurity "restricted:latest": runAsNonRoot/,
    },
    {
      name: 'a pod with a folder of its node',
      object: brokenPod(({ spec }) => {
        spec.volumes = [...(spec.volumes ?? []), { name: 'node', hostPath: { path: '/' } }];
      }),
      says: /violates PodSecurity "restricted:latest".*hostPath/,
    },
    {
      name: 'a pod of an account that does not exist',
      object: brokenPod(({ spec }) => {
        spec.serviceAccountName = 'nobody';
      }),
      says: /serviceaccount "nobody" not found/,
    },
    {
      name: 'a pod of a priority that does not exist',
      object: brokenPod(({ spec }) => {
        spec.priorityClassName = 'redline-idle';
      }),
      says: /no PriorityClass with name redline-idle/,
    },
  ];
}

type Pod = IPod & { spec: NonNullable<IPod['spec']> };

function fail(): never {
  throw new Error('the object that is to be broken lacks the part');
}

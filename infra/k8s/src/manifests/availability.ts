import type { Workload } from '@redline/workload';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPriorityClass } from 'kubernetes-models/scheduling.k8s.io/v1';
import type { IService, IServiceAccount } from 'kubernetes-models/v1';
import { labelsOf, selectorOf } from '../cluster.ts';

/** Builds the budget of a service: a drained node takes one pod at a time. */
export const disruptionBudgetOf = ({ name }: Workload): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, labels: labelsOf(name) },
  spec: {
    maxUnavailable: 1,
    // A pod that is not ready holds up no drain.
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
    selector: { matchLabels: selectorOf(name) },
  },
});

/** Builds the account of a service, which an overlay can give the identity of a cloud; it has no rights on the cluster. */
export const serviceAccountOf = ({ name }: Workload): IServiceAccount => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, labels: labelsOf(name, 'servers') },
  automountServiceAccountToken: false,
});

/** Builds the Service of a port for clients; without one there is none, since everything else goes over the bus. */
export const serviceOf = ({ name, httpPort, internal }: Workload): readonly IService[] =>
  httpPort === undefined
    ? []
    : [
        {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name, labels: labelsOf(name) },
          spec: {
            selector: selectorOf(name),
            ports: [
              { name: 'http', port: httpPort, targetPort: 'http' },
              ...(internal === undefined
                ? []
                : [{ name: 'internal', port: internal.port, targetPort: 'internal' }]),
            ],
          },
        },
      ];

const priorityClass = (
  priority: Workload['priority'],
  value: number,
  description: string,
): IPriorityClass => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: `redline-${priority}`, labels: labelsOf('redline', 'servers') },
  value,
  description,
});

export const priorityClasses: readonly IPriorityClass[] = [
  priorityClass('serving', 1_000_000, 'Without it requests fail'),
  priorityClass('working', 500_000, 'Takes jobs, which wait until it is there'),
];

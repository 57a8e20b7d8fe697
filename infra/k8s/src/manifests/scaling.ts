import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { Scaling, Workload } from '@redline/workload';
import { labelsOf, natsPods, prometheusUrl } from '../cluster.ts';

type Trigger = IScaledObject['spec']['triggers'][number];

/** Returns the triggers of KEDA: each asks for a number of replicas, and the largest is taken. */
function triggersOf(scaling: Scaling, service: string): Trigger[] {
  if ('waitingJobs' in scaling) {
    return Object.entries(scaling.waitingJobs).map(([consumer, lagThreshold]) => ({
      type: 'nats-jetstream',
      metadata: {
        natsServerMonitoringEndpoint: natsPods.monitoring,
        account: '$G',
        stream: 'JOBS',
        consumer,
        lagThreshold: String(lagThreshold),
        // One job alone wakes nobody: the least replicas are always there.
        activationLagThreshold: '0',
      },
    }));
  }
  if ('cpuPercent' in scaling) {
    return [{ type: 'cpu', metricType: 'Utilization', metadata: { value: String(scaling.cpuPercent) } }];
  }
  return [
    {
      type: 'prometheus',
      metadata: {
        serverAddress: prometheusUrl,
        query: `sum(rate(http_request_duration_seconds_count{namespace="redline",container="service",service="${service}"}[1m]))`,
        threshold: String(scaling.requestsPerSecond),
      },
    },
  ];
}

/** Builds the autoscaling of a service. It grows at once and shrinks slowly, since a start costs packs and caches. */
export const scaledObjectOf = ({ name, replicas, scaling }: Workload): IScaledObject => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name, labels: labelsOf(name) },
  spec: {
    scaleTargetRef: { name },
    minReplicaCount: replicas.min,
    maxReplicaCount: replicas.max,
    pollingInterval: 10,
    cooldownPeriod: 300,
    // When NATS or Prometheus does not answer, the load is unknown, and too many are better than too few.
    ...('cpuPercent' in scaling
      ? {}
      : { fallback: { failureThreshold: 6, replicas: Math.min(2 * replicas.min, replicas.max) } }),
    advanced: {
      horizontalPodAutoscalerConfig: {
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 0,
            policies: [{ type: 'Percent', value: 100, periodSeconds: 30 }],
          },
          scaleDown: {
            stabilizationWindowSeconds: 300,
            policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
          },
        },
      },
    },
    triggers: triggersOf(scaling, name),
  },
});

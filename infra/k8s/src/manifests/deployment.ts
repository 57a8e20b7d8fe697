import { opsPort, type Workload } from '@redline/workload';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IProbe } from 'kubernetes-models/v1';
import { labelsOf, selectorOf } from '../cluster.ts';
import { podOf } from './pod.ts';

const probe = (path: string, seconds: { readonly every: number; readonly failures: number }): IProbe => ({
  httpGet: { path, port: 'ops' },
  periodSeconds: seconds.every,
  timeoutSeconds: 4,
  failureThreshold: seconds.failures,
});

/** Seconds between what a service needs to end and its kill. */
const marginSeconds = 5;

/** Returns the seconds that a pod has from SIGTERM to SIGKILL: the drain and the time-out of its own code. */
export const graceSecondsOf = ({ shutdown }: Workload): number =>
  Math.ceil((shutdown.drainMs + shutdown.timeoutMs) / 1_000) + marginSeconds;

/**
 * Builds the Deployment of a service. No `replicas`: their number is KEDA's, and an apply must not reset it. No `preStop`:
 * the service drains by itself from SIGTERM on (`SHUTDOWN_DRAIN_MS`), and says so by `/readyz`.
 */
export function deploymentOf(workload: Workload): IDeployment {
  const { name, httpPort, internal, startTimeoutSeconds, priority } = workload;
  const startEvery = 2;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      selector: { matchLabels: selectorOf(name) },
      revisionHistoryLimit: 5,
      // A new pod is there before an old one goes, so capacity never falls.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      minReadySeconds: 5,
      progressDeadlineSeconds: 2 * startTimeoutSeconds + 300,
      template: podOf(workload, {
        name,
        container: {
          ports: [
            { name: 'ops', containerPort: opsPort },
            ...(httpPort === undefined ? [] : [{ name: 'http', containerPort: httpPort }]),
            ...(internal === undefined ? [] : [{ name: 'internal', containerPort: internal.port }]),
          ],
          // The process answers: its packs are loaded. Whether its neighbours do is no reason to end it.
          startupProbe: probe('/healthz', {
            every: startEvery,
            failures: Math.ceil(startTimeoutSeconds / startEvery),
          }),
          livenessProbe: probe('/healthz', { every: 10, failures: 6 }),
          readinessProbe: probe('/readyz', { every: 3, failures: 2 }),
        },
        spec: {
          priorityClassName: `redline-${priority}`,
          terminationGracePeriodSeconds: graceSecondsOf(workload),
          topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map(
            (topologyKey) => ({
              maxSkew: 1,
              topologyKey,
              whenUnsatisfiable: 'ScheduleAnyway' as const,
              labelSelector: { matchLabels: selectorOf(name) },
            }),
          ),
        },
      }),
    },
  };
}

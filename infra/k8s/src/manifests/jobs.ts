import { opsPort, type Workload } from '@redline/workload';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import { labelsOf, natsPods, selectorOf, streamKeeper } from '../cluster.ts';
import { podOf } from './pod.ts';

/** The user of the bus that makes streams, and does nothing else. */
const provisioner = 'provisioner';
const hour = 3_600;

/**
 * Tools that deploy (Argo CD, Helm by its own hooks) run it before the rest; by hand it is applied first. A finished one
 * goes by itself, so the next release can have the same name.
 */
const beforeTheRest = {
  'argocd.argoproj.io/hook': 'PreSync',
  'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
};

const jobOf = (name: string, template: ReturnType<typeof podOf>): IJob => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, labels: labelsOf(name, 'preparation'), annotations: beforeTheRest },
  spec: { backoffLimit: 5, activeDeadlineSeconds: hour, ttlSecondsAfterFinished: hour, template },
});

/** Builds the Job that migrates a service's database; the last release runs meanwhile (ADR 32). */
export const migrationOf = (workload: Workload): IJob => {
  const name = `${workload.name}-migrate`;
  return jobOf(name, podOf(workload, { name, args: ['migrate'], spec: { restartPolicy: 'OnFailure' } }));
};

/** Settings of the streams, whose sizes an overlay gives. */
const streamVariables = (gateway: Workload): Workload => ({
  ...gateway,
  environment: {
    ...gateway.environment,
    STREAM_REPLICAS: String(natsPods.replicas),
    JOBS_MAX_BYTES: { setting: 'JOBS_MAX_BYTES', example: '4294967296', isOptional: true },
    EVENTS_MAX_BYTES: { setting: 'EVENTS_MAX_BYTES', example: '4294967296', isOptional: true },
    DEAD_MAX_BYTES: { setting: 'DEAD_MAX_BYTES', example: '1073741824', isOptional: true },
  },
});

/** Builds the Job that makes the streams, by the gateway's program. */
export const streamsOf = (gateway: Workload): IJob =>
  jobOf(
    'streams',
    podOf(streamVariables(gateway), {
      name: 'streams',
      args: ['streams'],
      busUser: provisioner,
      spec: { restartPolicy: 'OnFailure' },
    }),
  );

/** Builds what makes a stream again when the bus has lost it: one pod, since a second would do the same. */
export const streamKeeperOf = (gateway: Workload): IDeployment => {
  const name = streamKeeper;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      replicas: 1,
      selector: { matchLabels: selectorOf(name) },
      strategy: { type: 'Recreate' },
      template: podOf(streamVariables(gateway), {
        name,
        args: ['streams', 'watch'],
        busUser: provisioner,
        // Its metrics say what waits in the streams, for all services.
        container: { ports: [{ name: 'ops', containerPort: opsPort }] },
        spec: { priorityClassName: 'redline-serving' },
      }),
    },
  };
};

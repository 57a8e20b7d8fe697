import {
  type BusUserName,
  busPasswordVariable,
  busUserNames,
  permissionsOf,
} from '@redline/contracts/bus-users';
import { busSecretOf } from '@redline/workload';
import { natsPods } from '../cluster.ts';

/** What the Helm chart of NATS (nats-io/k8s, `nats` 1.x) writes into the configuration as it stands, without quotes. */
const raw = (text: string) => `<< ${text} >>`;

const userOf = (name: BusUserName) => {
  const { publish, subscribe } = permissionsOf(name);
  return {
    user: name,
    // nats-server takes it from its environment; a password must begin with a letter, or it may be read as a number.
    password: raw(`$${busPasswordVariable(name)}`),
    permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } },
  };
};

/** Passwords are the secrets that services mount, so each is in one place. */
const passwordVariables = Object.fromEntries(
  busUserNames.map((name) => [
    busPasswordVariable(name),
    { valueFrom: { secretKeyRef: { name: busSecretOf(name), key: 'password' } } },
  ]),
);

const securityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const small = { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '64Mi' } };

/**
 * Returns the values of NATS' Helm chart: three servers that each hold every stream, with a user for each service.
 * @param storageGib of each server's volume
 */
export const natsValues = (storageGib: number) => ({
  config: {
    cluster: { enabled: true, replicas: natsPods.replicas },
    jetstream: {
      enabled: true,
      memoryStore: { enabled: false },
      fileStore: { enabled: true, pvc: { size: `${storageGib}Gi` } },
    },
    monitor: { enabled: true },
    merge: {
      authorization: { users: busUserNames.map(userOf) },
      // Longer than clients need to go elsewhere; the pod's grace is longer.
      lame_duck_duration: '30s',
    },
  },
  container: {
    env: passwordVariables,
    merge: {
      resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
      securityContext,
    },
  },
  reloader: { enabled: true, merge: { resources: small, securityContext } },
  promExporter: {
    enabled: true,
    podMonitor: { enabled: true },
    merge: { resources: small, securityContext },
  },
  // Operators' commands are the product's own (`npm run -s admin`).
  natsBox: { enabled: false },
  podTemplate: {
    topologySpreadConstraints: {
      'kubernetes.io/hostname': { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    },
    merge: {
      spec: {
        terminationGracePeriodSeconds: 60,
        automountServiceAccountToken: false,
        priorityClassName: 'redline-serving',
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1_000,
          fsGroup: 1_000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      },
    },
  },
});

import { nats } from '@redline/workload';

/** Names of what the services find on a cluster, and of what finds them. */
export const namespace = 'redline';

/** NATS, as it is selected and watched. */
export const natsPods = {
  replicas: nats.hosts.length,
  /** Where KEDA reads how much waits. */
  monitoring: `nats-headless.${namespace}.svc.cluster.local:8222`,
  labels: { 'app.kubernetes.io/name': 'nats' },
} as const;

/** Who makes streams again that the bus has lost, and exports what waits in them. */
export const streamKeeper = 'stream-keeper';

/** Postgres, as it is selected. */
export const postgresPods = { labels: { 'cnpg.io/cluster': 'postgres' } } as const;

/** The config map that each overlay makes of its settings. */
export const settingsMap = 'redline-settings';

/** Namespaces, by the label that Kubernetes gives each. */
const inNamespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
export const neighbours = {
  ingress: inNamespace('ingress-nginx'),
  monitoring: inNamespace('monitoring'),
  dns: inNamespace('kube-system'),
  keda: inNamespace('keda'),
  cloudNativePg: inNamespace('cnpg-system'),
} as const;

/** Prometheus, which KEDA asks for the rate of requests. */
export const prometheusUrl = 'http://prometheus-operated.monitoring.svc:9090';

/**
 * Stages of a deployment: `servers` first, with settings, accounts and policies; `preparation`, the Jobs that must have
 * completed; then `service`.
 */
export type Stage = 'servers' | 'preparation' | 'service';
const stageLabel = 'app.kubernetes.io/component';

/** Labels of an object: of which service, of what product, and when it is applied. */
export const labelsOf = (name: string, stage: Stage = 'service') => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'redline',
  [stageLabel]: stage,
});

/** Labels by which the pods of a service are selected; they never change. */
export const selectorOf = (name: string) => ({ 'app.kubernetes.io/name': name });

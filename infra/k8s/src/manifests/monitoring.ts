import type {
  IPodMonitor,
  IPrometheusRule,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { rules } from '@redline/observability/rules';
import type { Workload } from '@redline/workload';
import { labelsOf, streamKeeper } from '../cluster.ts';

/** Builds what lets Prometheus read the metrics of every service, and of who keeps the streams. */
export const podMonitorOf = (all: readonly Workload[]): IPodMonitor => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name: 'redline', labels: labelsOf('redline') },
  spec: {
    selector: {
      matchExpressions: [
        {
          key: 'app.kubernetes.io/name',
          operator: 'In',
          values: [...all.map(({ name }) => name), streamKeeper],
        },
      ],
    },
    podMetricsEndpoints: [{ port: 'ops', path: '/metrics', interval: '15s' }],
  },
});

/** Builds the alerts, and the series that they read. */
export const prometheusRule: IPrometheusRule = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'redline', labels: labelsOf('redline') },
  spec: { groups: rules.groups.map((group) => ({ ...group, rules: [...group.rules] })) },
};

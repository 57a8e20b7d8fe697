/** Metrics that others export, by what exports them, with the labels that are used here. No test sees these names. */
export const foreignMetrics: Readonly<
  Record<string, { readonly from: string; readonly labels: readonly string[] }>
> = {
  kubelet_volume_stats_available_bytes: {
    from: 'the kubelet',
    labels: ['namespace', 'persistentvolumeclaim'],
  },
  kubelet_volume_stats_capacity_bytes: {
    from: 'the kubelet',
    labels: ['namespace', 'persistentvolumeclaim'],
  },
  ALERTS: { from: 'Prometheus', labels: ['alertname', 'alertstate', 'severity'] },
  cnpg_collector_last_available_backup_timestamp: { from: 'CloudNativePG', labels: ['namespace'] },
};

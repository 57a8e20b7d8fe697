import type { Alert } from '../alert.ts';
import { processes } from '../processes.ts';

/** Processes and the servers below them. */
export const servers: readonly Alert[] = [
  {
    name: 'ServiceAbsent',
    severity: 'page',
    expr: processes
      .map((service) => `absent(process_start_time_seconds{service="${service}"})`)
      .join('\nor '),
    for: '2m',
    summary: 'No replica of {{ $labels.service }} is scraped',
    means:
      'All replicas are down, or Prometheus does not reach their ops port. What clients see depends on the service: without the gateway nothing, without billing no submission, without an engine no verdict of its kind.',
    look: [
      'Its pods or processes: crashing, not scheduled, not ready.',
      'The last lines of its log: a wrong setting is one line for each; a missing server is one after 15 s.',
      '`/readyz` of its ops port says what it cannot work without.',
      'A process that hangs and one that has ended look alike here. One that hangs keeps its start time when it comes back, and requests to it wait for their deadline, where those to one that has ended fail at once.',
    ],
  },
  {
    name: 'ServiceRestarting',
    severity: 'ticket',
    expr: 'sum by (service) (changes(process_start_time_seconds[30m])) > 2',
    for: '0m',
    summary: '{{ $labels.service }} was started {{ $value }} times in half an hour',
    means: 'A process ends and is started again. Jobs that it had are taken over after their lease.',
    look: [
      'Its log before each start: `an error that nobody caught`.',
      'Memory: whether it was killed at its limit (dashboard of the service, "Memory").',
    ],
  },
  {
    name: 'DatabaseAway',
    severity: 'page',
    expr: 'min by (service) (postgres_up) == 0',
    for: '1m',
    summary: 'Postgres does not answer {{ $labels.service }}',
    means:
      'The database of this service is down, refuses, or is so busy that a trivial statement takes longer than 1.5 s. The gateway goes on without its own (requests are counted by each replica alone); the others cannot work.',
    look: [
      'Which services: all of them means Postgres, one means its database, role or pool.',
      '`postgres_pool_waiting` on the dashboard of the service: a full pool looks the same from here.',
      'The pods and log of Postgres; its volume (VolumeFilling); a failover.',
      'Where one service alone is cut off and its pool is busy: who holds a lock. `select pid, pg_blocking_pids(pid), state, query from pg_stat_activity where datname = current_database()`; end the session that blocks, and restart nothing.',
    ],
  },
  {
    name: 'DatabasePoolExhausted',
    severity: 'ticket',
    expr: 'min_over_time(postgres_pool_waiting[5m]) > 0',
    for: '5m',
    summary: '{{ $value }} statements of {{ $labels.service }} wait for a connection, all the time',
    means:
      'Each statement waits for another to end. Latency rises, and after 5 s of waiting a statement fails.',
    look: [
      'Dashboard of the service, "Database": busy connections. The slowest statements in `pg_stat_activity`.',
      '`DATABASE_POOL_MAX`, times the replicas below what Postgres allows.',
    ],
  },
  {
    name: 'RequestsFailing',
    severity: 'ticket',
    expr: 'sum by (service, subject) (rate(bus_request_duration_seconds_count{outcome=~"bug|unavailable"}[5m])) / sum by (service, subject) (rate(bus_request_duration_seconds_count[5m])) > 0.02',
    for: '10m',
    summary: '{{ $labels.service }} cannot answer {{ $value | humanizePercentage }} of {{ $labels.subject }}',
    means: 'Another service asks and gets no answer that it can use. At the edge that is a 5xx.',
    look: [
      'The log of the service: `a request handler failed` (`bug`), `a request could not be answered now` (`unavailable`).',
      'DatabaseAway, DatabasePoolExhausted; `REQUEST_CONCURRENCY` where it says `too many requests at once`.',
    ],
  },
  {
    name: 'RatesCountedAlone',
    severity: 'ticket',
    expr: 'min(gateway_rate_count_shared) == 0',
    for: '5m',
    summary: 'A gateway counts rates alone',
    means:
      'It cannot reach its counters in Postgres. Requests go on, and a client may send more than its limit: as many times as there are replicas.',
    look: [
      'DatabaseAway for the gateway.',
      'Its log: `requests are counted over all replicas, or by this one alone`.',
    ],
  },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    expr: 'max by (service) (nodejs_eventloop_lag_p99_seconds) > 0.5',
    for: '10m',
    summary: 'The event loop of {{ $labels.service }} is late by {{ $value | humanizeDuration }}',
    means:
      'The process computes, or collects garbage, and answers nobody meanwhile: pings and leases may be lost.',
    look: [
      'CPU and memory on the dashboard of the service.',
      'Whether replicas are at their largest number.',
    ],
  },
  {
    name: 'ModelsFailing',
    severity: 'ticket',
    expr: [
      'sum by (service) (rate(text_model_reviews_total{outcome!="answered"}[15m])) / sum by (service) (rate(text_model_reviews_total[15m])) > 0.2',
      'sum by (service) (rate(text_model_rewrites_total{outcome!="answered"}[15m])) / sum by (service) (rate(text_model_rewrites_total[15m])) > 0.2',
      'sum by (service) (rate(report_model_sections_total{outcome!="answered"}[15m])) / sum by (service) (rate(report_model_sections_total[15m])) > 0.2',
    ].join('\nor '),
    for: '15m',
    summary:
      'The model of {{ $labels.service }} does not answer {{ $value | humanizePercentage }} of the time',
    means:
      'What is embedded answers in its place, and records say so. Verdicts are as they are without a model.',
    look: [
      '"Models" on the dashboard of the service: the outcomes. The endpoint of the model, its key and quota.',
    ],
  },
  {
    name: 'RemovalsFailing',
    severity: 'ticket',
    expr: 'sum(increase(media_removals_total{outcome="failed"}[1h])) > 0',
    for: '1h',
    summary: 'Files of deleted checks cannot be removed from the object store',
    means:
      'Removals are tried again, so this ends by itself once the store answers. Until then what a client has deleted is still there.',
    look: ['The log of the media engine. Rights and reachability of the object store.'],
  },
  {
    name: 'GaugesUnreadable',
    severity: 'ticket',
    expr: 'sum by (service, reading) (increase(metric_reading_failures_total[5m])) > 3',
    for: '10m',
    summary: '{{ $labels.service }} cannot read its gauges: {{ $labels.reading }}',
    means:
      'These gauges are absent, and alerts on them blind: `records` and `outbox` are read from the database, `streams` from NATS.',
    look: ['DatabaseAway, BusAway.', 'The log of the service: `gauges could not be read`.'],
  },
  {
    name: 'VolumeFilling',
    severity: 'page',
    expr: 'min by (namespace, persistentvolumeclaim) (kubelet_volume_stats_available_bytes{namespace="redline"} / kubelet_volume_stats_capacity_bytes{namespace="redline"}) < 0.15',
    for: '10m',
    summary: 'The volume {{ $labels.persistentvolumeclaim }} has {{ $value | humanizePercentage }} left',
    means: 'A volume that is full ends Postgres, or NATS.',
    look: [
      'Postgres: which table grew; whether the log of writes is kept for an archive or standby that does not take it.',
      'NATS: StreamFilling. The streams together must stay below the volume.',
      'A larger volume: `storageGib` and `natsStorageGib` of the overlay.',
    ],
  },
  {
    name: 'BackupStale',
    severity: 'page',
    expr: 'time() - max(cnpg_collector_last_available_backup_timestamp{namespace="redline"}) > 36 * 3600',
    for: '1h',
    summary: 'The last backup of Postgres is {{ $value | humanizeDuration }} old',
    means: 'A base backup is made each day. None was for a day and a half.',
    look: ['`kubectl -n redline get backups,scheduledbackups`. Rights and reachability of the object store.'],
  },
];

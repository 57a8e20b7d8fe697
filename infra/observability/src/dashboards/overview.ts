import { processes } from '../processes.ts';
import type { DashboardPlan } from './plan.ts';

const present = processes
  .map((service) => `label_replace(vector(1), "service", "${service}", "", "")`)
  .join(' or ');

/** Where to begin. */
export const overview: DashboardPlan = {
  uid: 'redline-overview',
  title: 'Start here',
  description:
    'What is wrong now: alerts, then what each part says of itself. docs/alerts.md says what each alert means.',
  rows: [
    {
      title: 'Alerts that fire',
      panels: [
        {
          title: 'Firing',
          description: 'Pages first. Causes are those of servers and the bus; the others follow from them.',
          queries: [
            ['sum by (severity, alertname) (ALERTS{alertstate="firing"})', '{{severity}}: {{alertname}}'],
          ],
          redFrom: 1,
          width: 24,
        },
      ],
    },
    {
      title: 'Parts',
      panels: [
        {
          title: 'Replicas that are scraped',
          description: 'None: the service is down, or Prometheus does not reach it.',
          queries: [[`count by (service) (process_start_time_seconds) or (${present}) * 0`, '{{service}}']],
          redBelow: 1,
        },
        {
          title: 'NATS answers',
          description: '0 where one replica or more gets no answer.',
          queries: [['min by (service) (bus_connected)', '{{service}}']],
          redBelow: 1,
        },
        {
          title: 'Postgres answers',
          queries: [['min by (service) (postgres_up)', '{{service}}']],
          redBelow: 1,
        },
        {
          title: 'Streams',
          description: '0 for one that is missing or has no leader.',
          queries: [['min by (stream) (jetstream_stream_up)', '{{stream}}']],
          redBelow: 1,
        },
        {
          title: 'Outbox: oldest message',
          description: 'What a service has committed and cannot publish.',
          unit: 's',
          queries: [['max by (service) (outbox_lag_seconds)', '{{service}}']],
          redFrom: 60,
        },
        {
          title: 'Oldest open record',
          unit: 's',
          queries: [['max by (kind) (record_oldest_open_age_seconds)', '{{kind}}']],
          redFrom: 900,
        },
        {
          title: 'Jobs that wait',
          queries: [
            ['max by (consumer) (jetstream_consumer_pending_messages{stream="JOBS"})', '{{consumer}}'],
          ],
          redFrom: 1_000,
        },
        {
          title: 'Dead messages',
          queries: [['max by (subject) (jetstream_dead_messages) > 0', '{{subject}}']],
          redFrom: 1,
        },
        {
          title: 'Ledger: differences',
          queries: [['max(billing_audit_differences)', 'differences']],
          redFrom: 1,
        },
      ],
    },
    {
      title: 'Clients',
      panels: [
        {
          title: 'Requests by status',
          unit: 'reqps',
          queries: [
            [
              'sum by (status) (rate(http_request_duration_seconds_count{service="gateway"}[$__rate_interval]))',
              '{{status}}',
            ],
          ],
        },
        {
          title: 'Submissions that failed, of all',
          description: 'The objective is 0.1 % over 30 days.',
          unit: 'percentunit',
          queries: [
            ['submissions:failed:ratio_rate5m', '5 minutes'],
            ['submissions:failed:ratio_rate6h', '6 hours'],
          ],
        },
        {
          title: 'Verdicts that are late, of all',
          unit: 'percentunit',
          queries: [['verdicts:late:ratio_rate1h', '{{kind}}']],
        },
      ],
    },
  ],
};

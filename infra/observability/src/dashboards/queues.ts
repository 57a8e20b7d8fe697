import type { DashboardPlan } from './plan.ts';

const perStream = (name: string) => `max by (stream) (${name})`;
const perConsumer = (name: string, stream: string) =>
  `max by (consumer) (jetstream_consumer_${name}_messages{stream="${stream}"})`;

/** Between the services. */
export const queuesBoard: DashboardPlan = {
  uid: 'redline-queues',
  title: 'Queues',
  description: 'Streams, what waits in them and with whom, outboxes, and records that are open.',
  rows: [
    {
      title: 'Jobs',
      panels: [
        {
          title: 'Waiting',
          description: 'Not yet taken. Growing with nothing worked on: the service is absent.',
          queries: [[perConsumer('pending', 'JOBS'), '{{consumer}}']],
        },
        {
          title: 'Worked on, or waiting to come again',
          queries: [[perConsumer('ack_pending', 'JOBS'), '{{consumer}}']],
        },
        {
          title: 'Of these, come more than once',
          description: 'Attempts that broke off.',
          queries: [[perConsumer('redelivered', 'JOBS'), '{{consumer}}']],
        },
        {
          title: 'Ended, by outcome',
          description: 'rejected: given up, and dead.',
          unit: 'reqps',
          queries: [
            [
              'sum by (handler, outcome) (rate(bus_message_completion_seconds_count[$__rate_interval]))',
              '{{handler}} {{outcome}}',
            ],
          ],
        },
        {
          title: 'From publishing to the end (95 %)',
          unit: 's',
          queries: [
            [
              'histogram_quantile(0.95, sum by (le, handler) (rate(bus_message_completion_seconds_bucket[$__rate_interval])))',
              '{{handler}}',
            ],
          ],
          exemplars: true,
        },
        {
          title: 'Wait before an attempt (95 %)',
          unit: 's',
          queries: [
            [
              'histogram_quantile(0.95, sum by (le, handler) (rate(bus_message_lag_seconds_bucket[$__rate_interval])))',
              '{{handler}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Events',
      panels: [
        { title: 'Waiting', queries: [[perConsumer('pending', 'EVENTS'), '{{consumer}}']] },
        {
          title: 'Worked on, or waiting to come again',
          queries: [[perConsumer('ack_pending', 'EVENTS'), '{{consumer}}']],
        },
        {
          title: 'Outbox: oldest message',
          description: 'Absent while the database does not answer.',
          unit: 's',
          queries: [['max by (service) (outbox_lag_seconds)', '{{service}}']],
        },
        {
          title: 'Outbox: published and failed',
          unit: 'reqps',
          queries: [
            ['sum by (service) (rate(outbox_published_total[$__rate_interval]))', '{{service}}'],
            [
              'sum by (service) (rate(outbox_publish_failures_total[$__rate_interval]))',
              '{{service}} failed',
            ],
          ],
        },
      ],
    },
    {
      title: 'Records',
      panels: [
        {
          title: 'Oldest open record',
          unit: 's',
          queries: [['max by (kind) (record_oldest_open_age_seconds)', '{{kind}}']],
        },
        {
          title: 'Ended by a sweeper',
          queries: [
            [
              'sum by (service, reason) (increase(text_swept_total[$__rate_interval]))',
              '{{service}} {{reason}}',
            ],
            [
              'sum by (service, reason) (increase(media_swept_total[$__rate_interval]))',
              '{{service}} {{reason}}',
            ],
            [
              'sum by (service, reason) (increase(batch_swept_total[$__rate_interval]))',
              '{{service}} {{reason}}',
            ],
            [
              'sum by (service, reason) (increase(report_swept_total[$__rate_interval]))',
              '{{service}} {{reason}}',
            ],
          ],
        },
        {
          title: 'Dead messages',
          description: 'Given up; they wait for somebody: `npm run -s admin -- jobs dead`.',
          queries: [['max by (subject) (jetstream_dead_messages) > 0', '{{subject}}']],
          redFrom: 1,
        },
      ],
    },
    {
      title: 'Streams',
      panels: [
        {
          title: 'Up',
          queries: [[`min by (stream) (jetstream_stream_up)`, '{{stream}}']],
          redBelow: 1,
        },
        {
          title: 'Replicas that are missing',
          queries: [
            [
              `${perStream('jetstream_stream_replicas')} - ${perStream('jetstream_stream_replicas_current')}`,
              '{{stream}}',
            ],
          ],
          redFrom: 1,
        },
        { title: 'Messages', queries: [[perStream('jetstream_stream_messages'), '{{stream}}']] },
        {
          title: 'Age of the oldest message',
          unit: 's',
          queries: [[perStream('jetstream_stream_oldest_message_age_seconds'), '{{stream}}']],
        },
        { title: 'Size', unit: 'bytes', queries: [[perStream('jetstream_stream_bytes'), '{{stream}}']] },
        {
          title: 'Share of the largest size',
          unit: 'percentunit',
          queries: [[perStream('jetstream_stream_bytes / jetstream_stream_max_bytes'), '{{stream}}']],
        },
        {
          title: 'NATS answers',
          queries: [['min by (service) (bus_connected)', '{{service}}']],
          redBelow: 1,
        },
        {
          title: 'Since NATS last answered',
          unit: 's',
          queries: [['time() - min by (service) (bus_answered_timestamp_seconds)', '{{service}}']],
        },
      ],
    },
  ],
};

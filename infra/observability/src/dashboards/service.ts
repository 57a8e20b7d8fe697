import type { Process } from '../processes.ts';
import { type DashboardPlan, type Panel, percentiles, type Row } from './plan.ts';

const counted = (metric: string, by: string, title: string, description = ''): Panel => ({
  title,
  description,
  unit: 'reqps',
  queries: [
    [
      `sum by (${by}) (rate(${metric}[$__rate_interval]))`,
      by
        .split(', ')
        .map((label) => `{{${label}}}`)
        .join(' '),
    ],
  ],
});
const timed = (metric: string, title: string, by = ''): Panel => ({
  title,
  unit: 's',
  queries: percentiles(`${metric}_bucket`, by),
});

/** What a service has beside the others. */
const ownPanels: Readonly<Record<Exclude<Process, 'stream-keeper'>, readonly Panel[]>> = {
  gateway: [counted('gateway_submissions_total', 'item, end', 'Submissions')],
  billing: [
    counted('billing_charges_total', 'outcome', 'Charges'),
    counted('billing_refunds_total', 'outcome', 'Refunds'),
  ],
  'text-engine': [
    counted('text_attempts_total', 'outcome', 'Attempts at texts'),
    timed('text_judge_duration_seconds', 'Judging one text'),
    counted('text_rewrite_attempts_total', 'outcome', 'Attempts at rewrites'),
    timed('text_rewrite_duration_seconds', 'Rewriting one text'),
    counted(
      'text_model_reviews_total',
      'outcome',
      'Models: reviews',
      'Anything but `answered` was read by the embedded reviewer.',
    ),
    counted('text_model_rewrites_total', 'outcome', 'Models: rewrites'),
    timed('text_reader_duration_seconds', 'Reading one text'),
    {
      title: 'Sentences that the reader leaves to the rules, of all',
      description: 'A rise says that texts are of another kind than those it learned from.',
      unit: 'percentunit',
      queries: [
        [
          'sum by (site) (rate(text_reader_abstained_sentences_total[$__rate_interval])) / sum by (site) (rate(text_reader_sentence_probability_count[$__rate_interval]))',
          '{{site}}',
        ],
      ],
    },
    {
      title: 'Pieces of words that are unknown, of all',
      unit: 'percentunit',
      queries: [
        [
          'sum by (site) (rate(text_reader_unknown_tokens_total[$__rate_interval])) / sum by (site) (rate(text_reader_tokens_total[$__rate_interval]))',
          '{{site}}',
        ],
      ],
    },
    { title: 'Word lists kept', unit: 'bytes', queries: [['max(text_words_kept_bytes)', 'bytes']] },
  ],
  'media-engine': [
    counted('media_attempts_total', 'kind, outcome', 'Attempts'),
    timed('media_check_duration_seconds', 'One check', 'kind'),
    counted('media_text_pages_total', 'recognizer, outcome', 'Pages read'),
    counted('media_removals_total', 'outcome', 'Removals from the object store'),
    {
      title: 'Sandbox',
      description: 'What holds between decoders and the rest of the machine.',
      queries: [['max by (part, holds) (media_sandbox)', '{{part}}: {{holds}}']],
    },
  ],
  'batch-orchestrator': [
    counted('batch_attempts_total', 'outcome', 'Attempts at dispatching'),
    counted('batch_items_total', 'kind, outcome', 'Items offered'),
    counted('batch_ended_total', 'result', 'Batches that ended'),
    counted('batch_asked_after_total', 'kind, found', 'Items asked after', 'No event came for long.'),
    counted('batch_removed_checks_total', 'kind', 'Checks of deleted batches removed'),
  ],
  webhooks: [
    counted(
      'webhook_deliveries_queued_total',
      'type',
      'Deliveries queued',
      'One for each event and endpoint.',
    ),
    counted(
      'webhook_attempts_total',
      'outcome',
      'Attempts',
      'accepted: answered 2xx. not_allowed: refused by us before it was sent.',
    ),
    counted('webhook_deliveries_ended_total', 'status', 'Deliveries that ended'),
    timed('webhook_attempt_duration_seconds', 'One attempt'),
    {
      title: 'The delivery that is due the longest',
      description:
        'Rises where nothing delivers, and where one endpoint is too slow for what it has waiting.',
      unit: 's',
      queries: [['max(webhook_delivery_overdue_seconds)', 'overdue']],
    },
    counted('webhook_endpoints_disabled_total', 'reason', 'Endpoints disabled'),
  ],
  report: [
    counted('report_attempts_total', 'outcome', 'Attempts'),
    timed('report_write_duration_seconds', 'Writing one report'),
    counted('report_model_sections_total', 'outcome', 'Models: sections'),
    counted('report_erased_total', 'service', 'Reports erased'),
  ],
  console: [
    counted('console_sign_ins_total', 'outcome', 'Attempts to sign in'),
    counted('console_mails_total', 'outcome', 'Mails'),
  ],
};

const only = (service: string) => `{service="${service}"}`;

const common = (service: string): readonly Row[] => [
  {
    title: 'Requests on the bus',
    panels: [
      counted(
        `bus_request_duration_seconds_count${only(service)}`,
        'subject, outcome',
        'By subject and outcome',
      ),
      {
        title: 'Time by subject (95 %)',
        unit: 's',
        queries: [
          [
            `histogram_quantile(0.95, sum by (le, subject) (rate(bus_request_duration_seconds_bucket${only(service)}[$__rate_interval])))`,
            '{{subject}}',
          ],
        ],
        exemplars: true,
      },
    ],
  },
  {
    title: 'Messages',
    panels: [
      counted(
        `bus_message_duration_seconds_count${only(service)}`,
        'handler, outcome',
        'By handler and outcome',
        'retry: comes again later. bug: an error the code does not know. rejected: given up, and dead.',
      ),
      {
        title: 'Time of one attempt (95 %)',
        unit: 's',
        queries: [
          [
            `histogram_quantile(0.95, sum by (le, handler) (rate(bus_message_duration_seconds_bucket${only(service)}[$__rate_interval])))`,
            '{{handler}}',
          ],
        ],
        exemplars: true,
      },
      {
        title: 'From publishing to the end (95 %)',
        unit: 's',
        queries: [
          [
            `histogram_quantile(0.95, sum by (le, handler) (rate(bus_message_completion_seconds_bucket${only(service)}[$__rate_interval])))`,
            '{{handler}}',
          ],
        ],
      },
    ],
  },
  {
    title: 'Database and bus',
    panels: [
      { title: 'Postgres answers', queries: [[`min(postgres_up${only(service)})`, 'up']], redBelow: 1 },
      {
        title: 'Connections',
        queries: [
          [`sum by (pool, state) (postgres_pool_connections${only(service)})`, '{{pool}} {{state}}'],
          [`sum by (pool) (postgres_pool_max_connections${only(service)})`, '{{pool}} at most'],
        ],
      },
      {
        title: 'Statements that wait for a connection',
        queries: [[`sum by (pool) (postgres_pool_waiting${only(service)})`, '{{pool}}']],
      },
      { title: 'NATS answers', queries: [[`min(bus_connected${only(service)})`, 'connected']], redBelow: 1 },
      {
        title: 'Gauges that could not be read',
        queries: [
          [
            `sum by (reading) (increase(metric_reading_failures_total${only(service)}[$__rate_interval]))`,
            '{{reading}}',
          ],
        ],
      },
    ],
  },
  {
    title: 'Process',
    panels: [
      {
        title: 'CPU',
        description: 'Cores, by replica.',
        queries: [[`rate(process_cpu_seconds_total${only(service)}[$__rate_interval])`, '{{instance}}']],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [[`process_resident_memory_bytes${only(service)}`, '{{instance}}']],
      },
      {
        title: 'Event loop (99 %)',
        unit: 's',
        queries: [[`nodejs_eventloop_lag_p99_seconds${only(service)}`, '{{instance}}']],
      },
      {
        title: 'Up since',
        unit: 's',
        queries: [[`time() - process_start_time_seconds${only(service)}`, '{{instance}}']],
      },
    ],
  },
];

/** The dashboards of the services, each of one template with panels of its own. */
export const serviceBoards: readonly DashboardPlan[] = Object.entries(ownPanels).map(([service, panels]) => ({
  uid: `redline-${service}`,
  title: service,
  description: `The service ${service}: its own work, then what all services have.`,
  rows: [{ title: 'Its own', panels }, ...common(service)],
}));

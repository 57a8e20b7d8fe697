import type { Alert } from '../alert.ts';

/** Between the services: the bus, its streams, and what waits in them. */
export const queues: readonly Alert[] = [
  {
    name: 'BusAway',
    severity: 'page',
    expr: 'min by (service) (bus_connected) == 0',
    for: '1m',
    summary: 'NATS does not answer {{ $labels.service }}',
    means:
      'A replica of this service has no connection to NATS, or none that answers. It reconnects by itself. Submissions are 5xx meanwhile and cost nothing; reads of records fail; nothing that was accepted is lost.',
    look: [
      'Which services: all of them means NATS, one means its network, its user or its password.',
      'The pods, processes and log of NATS; its volume (VolumeFilling).',
      'The log of the service: `lost the connection to NATS`, `NATS does not allow this user to do that`.',
    ],
  },
  {
    name: 'StreamDown',
    severity: 'page',
    expr: 'min by (stream) (jetstream_stream_up) == 0',
    for: '1m',
    summary: 'The stream {{ $labels.stream }} is missing, or has no leader',
    means:
      'Without JOBS nothing is accepted; without EVENTS refunds and batches wait in the outboxes; without DEAD what is given up comes again. A missing stream is made again by the stream keeper within seconds, and outboxes publish again what went to the lost one.',
    look: [
      'Dashboard *Queues*: replicas of each stream. A majority of its servers must be up.',
      'The log of the stream keeper: `streams are missing: they are made again`.',
      'The log of NATS: no space, or no quorum.',
    ],
  },
  {
    name: 'StreamReplicaMissing',
    severity: 'ticket',
    expr: 'max by (stream) (jetstream_stream_replicas_current) < max by (stream) (jetstream_stream_replicas)',
    for: '10m',
    summary: 'The stream {{ $labels.stream }} is held by {{ $value }} servers, fewer than it should be',
    means: 'A server of NATS is down or lags behind. One more, and the stream has no quorum.',
    look: ['The pods of NATS and their nodes.', 'The log of the server that is missing.'],
  },
  {
    name: 'StreamFilling',
    severity: 'ticket',
    expr: 'max by (stream) (jetstream_stream_bytes / jetstream_stream_max_bytes{stream!="REPORTS"}) > 0.8',
    for: '10m',
    summary: 'The stream {{ $labels.stream }} is {{ $value | humanizePercentage }} full',
    means: 'A stream that is full refuses new messages: outboxes wait, and submissions fail.',
    look: [
      'Dashboard *Queues*: which consumer has the most waiting; its service has too few replicas, or none.',
      'DEAD alone: `npm run -s admin -- jobs dead` and replay or drop what is there.',
      'Else the sizes (`JOBS_MAX_BYTES` and its neighbours), and the volume of NATS.',
    ],
  },
  {
    name: 'StreamKeeperAbsent',
    severity: 'ticket',
    expr: 'absent(jetstream_stream_up)',
    for: '5m',
    summary: 'Nobody says what waits in the streams',
    means:
      'The stream keeper is down, is not scraped, or gets no answer of NATS. Alerts on queues, dead messages and streams are blind; a stream that is lost is not made again.',
    look: ['BusAway comes first.', 'The pod `stream-keeper` and its log; the targets of Prometheus.'],
  },
  {
    name: 'JobsWaiting',
    severity: 'ticket',
    expr: 'jetstream_consumer_pending_messages{stream="JOBS"} and min_over_time(jetstream_consumer_pending_messages{stream="JOBS"}[15m]) > 100 and deriv(jetstream_consumer_pending_messages{stream="JOBS"}[15m]) > 0',
    for: '15m',
    summary: '{{ $value }} jobs wait with {{ $labels.consumer }}, and more come than are done',
    means:
      'Workers of this kind are too few, too slow or absent. Verdicts come late; VerdictsLateFast follows once they do.',
    look: [
      'Dashboard *Queues*: how many are worked on. None at all: ServiceAbsent, or its consumer.',
      'The autoscaler: whether replicas are at their largest number.',
      'Dashboard of the service: CPU, event loop, time of an attempt, models.',
    ],
  },
  {
    name: 'EventsWaiting',
    severity: 'ticket',
    expr: 'min_over_time(jetstream_consumer_pending_messages{stream="EVENTS",consumer!~"billing-.*"}[15m]) > 0',
    for: '15m',
    summary: '{{ $value }} events wait with {{ $labels.consumer }}',
    means:
      'The service that follows them does not: batches do not go on, reports of deleted checks stay, or endpoints of customers are told late.',
    look: [
      'Dashboard of the service, "Messages": outcomes. EventsWaitForUpgrade, ServiceAbsent, DatabaseAway.',
    ],
  },
  {
    name: 'EventsWaitForUpgrade',
    severity: 'ticket',
    expr: 'sum by (service, handler) (increase(bus_message_duration_seconds_count{outcome="not_understood"}[15m])) > 0',
    for: '15m',
    summary: '{{ $labels.service }} does not understand events of {{ $labels.handler }}',
    means:
      'A newer version of another service publishes what this one cannot read yet. The events wait and are not lost; this is usual for minutes during a release, not for longer.',
    look: ['The versions of the two services. Finish the release, or take it back.'],
  },
  {
    name: 'DeadMessages',
    severity: 'ticket',
    expr: 'sum by (subject) (jetstream_dead_messages) > 0',
    for: '1m',
    summary: '{{ $value }} messages of {{ $labels.subject }} were given up and wait for somebody',
    means:
      'A job used up its attempts, or a message could not be read. Its record is failed and refunded. It stays in DEAD for 90 days; it can be replayed once the cause is mended.',
    look: [
      '`npm run -s admin -- jobs dead`: reason, handler and attempts of each.',
      'The log of the service by the `requestId` of a message: the error of the last attempt.',
    ],
  },
  {
    name: 'HandlersFailing',
    severity: 'ticket',
    expr: 'sum by (service, handler) (increase(bus_message_duration_seconds_count{outcome="bug"}[15m])) > 0',
    for: '5m',
    summary: 'The handler {{ $labels.handler }} of {{ $labels.service }} throws what it should not',
    means: 'An error that the code does not know. The message comes again until its attempts are used up.',
    look: ['The log of the service: `a message handler failed`, with the stack.'],
  },
  {
    name: 'OutboxLate',
    severity: 'page',
    expr: 'max by (service) (outbox_lag_seconds) > 60',
    for: '1m',
    summary:
      'A message has waited in the outbox of {{ $labels.service }} for {{ $value | humanizeDuration }}',
    means:
      'The service has committed a change and cannot publish its event or job: refunds, batches and rewrites that follow from it wait. Nothing is lost.',
    look: [
      'BusAway and StreamDown first: the outbox waits for them, and empties by itself.',
      'The log of the service: `an outbox row could not be published` says why; `refused` is a full stream or a missing permission.',
    ],
  },
  {
    name: 'WebhooksLate',
    severity: 'ticket',
    expr: 'max(webhook_delivery_overdue_seconds) > 900',
    for: '15m',
    summary: 'A delivery to an endpoint of a customer has been due for {{ $value | humanizeDuration }}',
    means:
      'Nobody attempts it, or its endpoint is so slow that what waits for it grows: an endpoint that fails is asked one attempt at a time, and no other waits for it. Nothing is lost; receivers are told late.',
    look: [
      'Dashboard of webhooks, "Attempts": none at all means ServiceAbsent, DatabaseAway, or replicas that hang.',
      '"One attempt" near the time-out (`ATTEMPT_TIMEOUT_MS`) with attempts going on: `select endpoint_id, count(*) from webhook_deliveries where status = \'pending\' group by 1 order by 2 desc limit 5` in its database. One endpoint: its owner has to be told, or it is disabled after five days.',
      'Many endpoints: more replicas, or `DELIVERY_CONCURRENCY`.',
    ],
  },
  {
    name: 'WebhooksFailing',
    severity: 'ticket',
    expr: 'sum(rate(webhook_attempts_total{outcome!="accepted"}[30m])) / sum(rate(webhook_attempts_total[30m])) > 0.5 and sum(increase(webhook_attempts_total[30m])) > 20',
    for: '30m',
    summary: '{{ $value | humanizePercentage }} of the attempts to reach endpoints of customers fail',
    means:
      'Either a customer with many events has a receiver that is down, or our own way out is. Events are tried again for a day.',
    look: [
      'Dashboard of webhooks, "Attempts": `unreachable` and `timed_out` of everything is our way out (network policy, DNS, NAT); `refused` is receivers.',
      '`not_allowed`: a name leads into a private network. Somebody tries, or the network belongs into `ENDPOINT_NETWORKS`.',
      'The database of webhooks: `select id, account_id, url, failing_since from webhook_endpoints where failing_since is not null`.',
    ],
  },
  {
    name: 'RecordsSwept',
    severity: 'ticket',
    expr: [
      'sum by (service, reason) (increase(text_swept_total[15m])) > 0',
      'sum by (service, reason) (increase(media_swept_total[15m])) > 0',
      'sum by (service, reason) (increase(report_swept_total[15m])) > 0',
      'sum by (service, reason) (increase(batch_swept_total[15m])) > 0',
    ].join('\nor '),
    for: '0m',
    summary: 'The sweeper of {{ $labels.service }} ended {{ $value }} records: {{ $labels.reason }}',
    means:
      'Records that nobody would have finished: `never_taken` lost their job, `lease_ended` their worker. They are failed and refunded.',
    look: [
      'Whether NATS was lost (StreamDown), or workers were killed (ServiceRestarting, memory).',
      'The log of the service: `failed a record that nobody will finish`, with the id.',
    ],
  },
];

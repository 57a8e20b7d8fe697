import type { Alert } from '../alert.ts';
import { burnsBudget } from '../burn-rate.ts';
import { overdueAfterSeconds, reads, submissions, verdicts } from '../objectives.ts';

const lookAtEdge = [
  'Dashboard *Edge*: which routes and statuses; since when. Whether a release began then.',
  'Dashboard *Edge*, "Submissions by how they end": `failed` means that a service behind did not answer; errors without it are the gateway itself.',
  'Other alerts that fire: DatabaseAway, BusAway, ServiceAbsent and RequestsFailing are causes of this one.',
  "The access log of the gateway: `status >= 500`, by `siteId` and `route`; a line's `requestId` finds the lines of the other services.",
];
const lookAtVerdicts = [
  'Dashboard *Queues*: whether jobs of this kind wait (too few replicas, or none), or are worked on for long.',
  'Dashboard of the service that works on them, "Messages": outcomes `retry` and `bug`, and the time that one attempt takes.',
  'The log line `a job has ended` of that service: `durationMs` is the attempt, `ageMs` all of it; `outcome` `rejected` was given up.',
  'Whether a model is configured and slow: "Models" on the dashboard of the service.',
];

/** What clients notice. */
export const symptoms: readonly Alert[] = [
  {
    name: 'SubmissionsFailingFast',
    severity: 'page',
    expr: burnsBudget([submissions], 'fast'),
    for: '1m',
    summary: 'Submissions are answered with 5xx: the budget of 30 days is gone within days',
    means:
      'More than 1.44 % of the POSTs below /v1 in the last hour, or 0.6 % in the last six, were answered with a 5xx. Clients see `internal` and may retry; a failed submission costs them nothing.',
    look: lookAtEdge,
  },
  {
    name: 'SubmissionsFailingSlowly',
    severity: 'ticket',
    expr: burnsBudget([submissions], 'slow'),
    for: '1h',
    summary: 'Submissions are answered with 5xx more often than promised',
    means: 'More than 0.1 % of the POSTs in three days, or 0.3 % in one, failed: 99.9 % will not be kept.',
    look: lookAtEdge,
  },
  {
    name: 'ReadsFailingFast',
    severity: 'page',
    expr: burnsBudget([reads], 'fast'),
    for: '1m',
    summary: 'Reads, lists and deletions are answered with 5xx: the budget of 30 days is gone within days',
    means: 'As SubmissionsFailingFast, of all other requests below /v1. Clients that poll see no verdicts.',
    look: lookAtEdge,
  },
  {
    name: 'ReadsFailingSlowly',
    severity: 'ticket',
    expr: burnsBudget([reads], 'slow'),
    for: '1h',
    summary: 'Reads, lists and deletions are answered with 5xx more often than promised',
    means: 'More than 0.1 % of them in three days, or 0.3 % in one, failed.',
    look: lookAtEdge,
  },
  {
    name: 'EdgeSlow',
    severity: 'ticket',
    expr: 'histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket{service="gateway",route=~"/v1/.*",route!~".*(/image/checks|/report.*|/batches)"}[10m]))) > 2',
    for: '15m',
    summary: '5 % of the requests take longer than {{ $value | humanizeDuration }}',
    means:
      'Requests that need no wait (neither images, whose clients wait for the verdict, nor streams of reports, nor batches, whose videos are measured) are slow.',
    look: [
      'Dashboard *Edge*: which route. An exemplar on the plot leads to a trace that shows where the time goes.',
      'Dashboards of the services, "Requests on the bus": the time by subject.',
      'DatabasePoolExhausted, EventLoopBlocked.',
    ],
  },
  {
    name: 'RequestsRefused',
    severity: 'ticket',
    expr: 'sum by (route) (rate(http_request_duration_seconds_count{service="gateway",status="429"}[5m])) > 1',
    for: '5m',
    summary: '{{ $value | humanize }} requests a second of {{ $labels.route }} are over a limit',
    means:
      'A client sends more than its rate, and goes on: its program has a loop, or somebody else has its key. It costs nobody anything, as long as the others keep their times.',
    look: [
      'Dashboard *Edge*: whether the times of other routes and sites rise. Refusals are fast, so the times of all together fall.',
      'The access log of the gateway: `status = 429`, by `accountId` and `keyId`.',
    ],
  },
  {
    name: 'VerdictsLateFast',
    severity: 'page',
    expr: burnsBudget(verdicts, 'fast', ['kind']),
    for: '2m',
    summary: 'Too many checks end late or are given up: {{ $labels.kind }}',
    means:
      'Work of this kind ends later than its objective allows (docs/observability.md has the times), or its attempts are used up. Clients wait; what is given up is failed and refunded.',
    look: lookAtVerdicts,
  },
  {
    name: 'VerdictsLateSlowly',
    severity: 'ticket',
    expr: burnsBudget(verdicts, 'slow', ['kind']),
    for: '1h',
    summary: 'Checks end late more often than promised: {{ $labels.kind }}',
    means: 'The budget of late verdicts of this kind will not last for 30 days.',
    look: lookAtVerdicts,
  },
  {
    name: 'RecordsOverdue',
    severity: 'page',
    expr: Object.entries(overdueAfterSeconds)
      .map(([kind, seconds]) => `max by (kind) (record_oldest_open_age_seconds{kind="${kind}"}) > ${seconds}`)
      .join('\nor '),
    for: '2m',
    summary: 'A record has been open for {{ $value | humanizeDuration }}: {{ $labels.kind }}',
    means:
      'The oldest record of this kind should have ended long ago: neither was it finished, nor did the sweeper fail and refund it. Its client waits.',
    look: [
      'Dashboard *Queues*: whether jobs of its kind wait with nobody to take them (ServiceAbsent), or come again and again.',
      'StreamDown and BusAway: while NATS does not answer, sweepers do nothing, since silence may hide a job.',
      'The log of its service: `failed a record that nobody will finish`, `NATS or Postgres does not answer`.',
      "In the database of its service: the rows with `status = 'processing'`, oldest `updated_at` first, their `attempt`, `lease_until` and `last_error`.",
    ],
  },
];

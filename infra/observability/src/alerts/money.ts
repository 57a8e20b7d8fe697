import type { Alert } from '../alert.ts';

/** What customers are charged, and what they get back. */
export const money: readonly Alert[] = [
  {
    name: 'LedgerDisagrees',
    severity: 'page',
    expr: 'max(billing_audit_differences) > 0',
    for: '0m',
    summary: 'The ledger does not agree with itself: {{ $value }} differences',
    means:
      'The audit recomputed balances from the entries and found others than are stored. Nobody may correct a row by hand: corrections are new entries.',
    look: [
      'The log of billing: `the ledger does not agree with itself` names twenty of them.',
      '`npm run -s admin -- audit` runs the audit again, and names all.',
      'Whether somebody wrote to the database of billing, or restored a part of it.',
    ],
  },
  {
    name: 'AuditStale',
    severity: 'ticket',
    expr: 'time() - max(billing_audit_finished_timestamp_seconds) > 4 * 3600',
    for: '30m',
    summary: 'The ledger was last audited {{ $value | humanizeDuration }} ago',
    means: 'An audit of what is new is due each hour (`AUDIT_EVERY_MS`). None has come to its end for four.',
    look: [
      'The log of billing: `a regular turn failed` with `interval` `audit`, `a transaction that has not ended holds up the audit`.',
      'DatabaseAway; the time of statements on the dashboard of billing.',
    ],
  },
  {
    name: 'RefundsWaiting',
    severity: 'page',
    expr: 'min_over_time(jetstream_consumer_pending_messages{consumer=~"billing-.*"}[10m]) > 0',
    for: '5m',
    summary: 'Refunds wait: {{ $value }} events of {{ $labels.consumer }}',
    means:
      'Billing does not take the events of failed, cancelled and longer records as fast as they come, or not at all. Customers miss credits, and `insufficient_credits` may be wrong.',
    look: [
      'Dashboard *Money*: whether refunds go on, if slowly. Dashboard of billing: errors of the handlers.',
      'ServiceAbsent for billing, DatabaseAway, EventsWaitForUpgrade.',
    ],
  },
  {
    name: 'RefundsMissed',
    severity: 'ticket',
    expr: 'sum by (outcome) (increase(billing_reconciled_lines_total[1d])) > 0',
    for: '0m',
    summary:
      'The daily comparison settled {{ $value }} lines that no event had settled: {{ $labels.outcome }}',
    means:
      'Billing compares its charges with the records they paid for. It found some that had failed without a refund, and refunded them, or whose record no owner knows. Nobody has lost anything, but an event was lost on its way.',
    look: [
      'The log of billing around the comparison: the ids of the records.',
      'Whether the streams were lost or restored (StreamDown), or an owner was restored from a backup.',
    ],
  },
  {
    name: 'ChargesRefusedInternally',
    severity: 'page',
    expr: 'sum(rate(bus_request_duration_seconds_count{subject=~"rpc\\\\.billing\\\\..*",outcome=~"bug|unavailable"}[5m])) / sum(rate(bus_request_duration_seconds_count{subject=~"rpc\\\\.billing\\\\..*"}[5m])) > 0.02',
    for: '5m',
    summary: 'Billing cannot answer {{ $value | humanizePercentage }} of what it is asked',
    means: 'Submissions whose charge is not answered are undone and answered with a 5xx.',
    look: [
      'Dashboard of billing, "Requests on the bus": `bug` is in its log with a stack, `unavailable` is its database or too many at once.',
    ],
  },
];

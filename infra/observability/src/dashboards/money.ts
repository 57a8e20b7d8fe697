import type { DashboardPlan } from './plan.ts';

/** What customers are charged, and what they get back. */
export const moneyBoard: DashboardPlan = {
  uid: 'redline-money',
  title: 'Money',
  description: 'Charges, refunds, and whether the ledger agrees with itself.',
  rows: [
    {
      title: 'The books',
      panels: [
        {
          title: 'Differences in the ledger',
          description: 'Anything but 0 is a page. `npm run -s admin -- audit` names them.',
          queries: [['max(billing_audit_differences)', 'differences']],
          redFrom: 1,
        },
        {
          title: 'Time since the last audit',
          unit: 's',
          queries: [['time() - max(billing_audit_finished_timestamp_seconds)', 'audit']],
          redFrom: 14_400,
        },
        {
          title: 'Lines that only the daily comparison settled (a day)',
          queries: [['sum by (outcome) (increase(billing_reconciled_lines_total[1d]))', '{{outcome}}']],
          redFrom: 1,
        },
      ],
    },
    {
      title: 'Charges and refunds',
      panels: [
        {
          title: 'Charges by outcome',
          unit: 'reqps',
          queries: [['sum by (outcome) (rate(billing_charges_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Refunds by outcome',
          unit: 'reqps',
          queries: [['sum by (outcome) (rate(billing_refunds_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Credits taken and given back',
          description: 'More given back than usual: work is failing.',
          queries: [
            ['sum by (site) (rate(billing_credits_charged_total[$__rate_interval]))', 'taken, {{site}}'],
            ['sum(rate(billing_credits_refunded_total[$__rate_interval]))', 'given back'],
          ],
        },
        {
          title: 'Videos longer than declared',
          unit: 'reqps',
          queries: [['sum by (outcome) (rate(billing_durations_total[$__rate_interval]))', '{{outcome}}']],
        },
        {
          title: 'Events that wait for billing',
          description: 'Refunds that are due and not booked.',
          queries: [
            [
              'max by (consumer) (jetstream_consumer_pending_messages{consumer=~"billing-.*"}) + max by (consumer) (jetstream_consumer_ack_pending_messages{consumer=~"billing-.*"})',
              '{{consumer}}',
            ],
          ],
        },
        {
          title: 'What billing is asked',
          unit: 'reqps',
          queries: [
            [
              'sum by (subject, outcome) (rate(bus_request_duration_seconds_count{service="billing"}[$__rate_interval]))',
              '{{subject}} {{outcome}}',
            ],
          ],
        },
      ],
    },
  ],
};

import { type DashboardPlan, percentiles } from './plan.ts';

const http = (part: string, more = '') => `http_request_duration_seconds_${part}{service="gateway"${more}}`;
const rate = (by: string, more = '') => `sum by (${by}) (rate(${http('count', more)}[$__rate_interval]))`;

/** What clients see. */
export const edge: DashboardPlan = {
  uid: 'redline-edge',
  title: 'Edge',
  description: 'The gateway as its clients see it.',
  rows: [
    {
      title: 'Requests',
      panels: [
        { title: 'By status', unit: 'reqps', queries: [[rate('status'), '{{status}}']] },
        {
          title: 'By route',
          description: '`none` is a path without a route.',
          unit: 'reqps',
          queries: [[rate('method, route'), '{{method}} {{route}}']],
        },
        {
          title: '5xx by route',
          description: 'Nothing here in good times.',
          unit: 'reqps',
          queries: [[rate('method, route', ',status=~"5.."'), '{{method}} {{route}}']],
        },
        {
          title: '4xx by status',
          description: '401 wrong keys, 402 no credits, 422 and 400 malformed, 429 over a limit.',
          unit: 'reqps',
          queries: [[rate('status', ',status=~"4.."'), '{{status}}']],
        },
        {
          title: 'Time, without images and streams',
          description:
            'Dots are traces. Images wait for their verdict, a minute at most; streams of reports last.',
          unit: 's',
          queries: percentiles(http('bucket', ',route!~".*(/image/checks|/report.*|/uploads|/assets.*)"')),
          exemplars: true,
        },
        {
          title: 'Time by route (95 %)',
          unit: 's',
          queries: [
            [
              `histogram_quantile(0.95, sum by (le, route) (rate(${http('bucket')}[$__rate_interval])))`,
              '{{route}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Submissions',
      panels: [
        {
          title: 'Submissions by how they end',
          description:
            'refused: no credits or not allowed. failed: a service did not answer; the client was not charged.',
          unit: 'reqps',
          queries: [['sum by (end) (rate(gateway_submissions_total[$__rate_interval]))', '{{end}}']],
        },
        {
          title: 'Submissions by kind',
          unit: 'reqps',
          queries: [['sum by (item) (rate(gateway_submissions_total[$__rate_interval]))', '{{item}}']],
        },
        {
          title: 'Waits for image verdicts',
          description:
            'read: answered in time. Anything else was answered as failed, or as still processing.',
          unit: 'reqps',
          queries: [['sum by (end) (rate(gateway_image_verdicts_total[$__rate_interval]))', '{{end}}']],
        },
      ],
    },
    {
      title: 'Objectives',
      panels: [
        {
          title: 'Submissions that failed, of all',
          unit: 'percentunit',
          queries: [
            ['submissions:failed:ratio_rate5m', '5 minutes'],
            ['submissions:failed:ratio_rate1h', '1 hour'],
            ['submissions:failed:ratio_rate3d', '3 days'],
          ],
        },
        {
          title: 'Reads that failed, of all',
          unit: 'percentunit',
          queries: [
            ['reads:failed:ratio_rate5m', '5 minutes'],
            ['reads:failed:ratio_rate1h', '1 hour'],
            ['reads:failed:ratio_rate3d', '3 days'],
          ],
        },
        {
          title: 'Verdicts that are late, of all',
          unit: 'percentunit',
          queries: [['verdicts:late:ratio_rate1h', '{{kind}}']],
        },
      ],
    },
    {
      title: 'The gateway itself',
      panels: [
        {
          title: 'Rates are counted over all replicas',
          description: '0: each replica counts alone, since its database is away.',
          queries: [['min(gateway_rate_count_shared)', 'shared']],
          redBelow: 1,
        },
        {
          title: 'Streams of reports',
          queries: [['sum(gateway_report_streams)', 'streams']],
        },
        {
          title: 'Event loop (99 %)',
          unit: 's',
          queries: [['max(nodejs_eventloop_lag_p99_seconds{service="gateway"})', 'gateway']],
        },
      ],
    },
  ],
};

import type { Alert, Recording } from './alert.ts';
import { money } from './alerts/money.ts';
import { queues } from './alerts/queues.ts';
import { servers } from './alerts/servers.ts';
import { symptoms } from './alerts/symptoms.ts';
import { recordingsOf } from './burn-rate.ts';
import { reads, submissions, verdicts } from './objectives.ts';
import { runbookUrl } from './settings.ts';

/** The groups of alerts, in the order of docs/alerts.md. */
export const alertGroups: readonly { readonly name: string; readonly alerts: readonly Alert[] }[] = [
  { name: 'symptoms', alerts: symptoms },
  { name: 'money', alerts: money },
  { name: 'queues', alerts: queues },
  { name: 'servers', alerts: servers },
];
export const alerts = alertGroups.flatMap((group) => group.alerts);

/** The series that alerts and dashboards read. */
export const recordings: readonly Recording[] = [submissions, reads, ...verdicts].flatMap(recordingsOf);

/** Returns the anchor of an alert's section in docs/alerts.md. */
export const anchorOf = ({ name }: Pick<Alert, 'name'>): string => name.toLowerCase();

const ruleOf = (alert: Alert) => ({
  alert: alert.name,
  expr: alert.expr,
  for: alert.for,
  labels: { severity: alert.severity },
  annotations: {
    summary: alert.summary,
    description: alert.means,
    runbook_url: `${runbookUrl}#${anchorOf(alert)}`,
  },
});

/** The rules as Prometheus reads them from a file. */
export const rules = {
  groups: [
    { name: 'redline-objectives', interval: '30s', rules: recordings },
    ...alertGroups.map(({ name, alerts: group }) => ({
      name: `redline-${name}`,
      interval: '30s',
      rules: group.map(ruleOf),
    })),
  ],
};

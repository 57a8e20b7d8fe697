import type { Alert, Severity } from './alert.ts';
import { alertGroups, anchorOf } from './rules.ts';
import { anchorOfTitle, sectionsOf } from './runbook.ts';

const severities: Readonly<Record<Severity, string>> = {
  page: 'page: clients or money suffer now',
  ticket: 'ticket: on a working day',
};
const titles: Readonly<Record<string, string>> = {
  symptoms: 'Symptoms',
  money: 'Money',
  queues: 'Queues',
  servers: 'Servers and processes',
};

/** The summary with the names of what Prometheus fills in. */
const summaryOf = ({ summary }: Alert): string =>
  summary.replaceAll(/\{\{ \$(?:labels\.)?(\w+)[^}]*\}\}/g, '‹$1›');

/** The line that leads to the runbook; empty where the look is all there is to do. */
const doing = ({ name }: Alert): string => {
  const links = sectionsOf(name).map((title) => `[${title}](runbook.md#${anchorOfTitle(title)})`);
  return links.length > 0 ? `\n**Do.** ${links.join(', ')}.\n` : '';
};

const section = (alert: Alert): string => `### ${alert.name}

${summaryOf(alert)}. **${severities[alert.severity]}**, after ${alert.for === '0m' ? 'the next look' : alert.for}.

**Means.** ${alert.means}

**Look at**

${alert.look.map((line, index) => `${index + 1}. ${line}`).join('\n')}
${doing(alert)}`;

const listed = (alert: Alert): string =>
  `| [${alert.name}](#${anchorOf(alert)}) | ${alert.severity} | ${summaryOf(alert)} |`;

/** Renders docs/alerts.md: a section for each alert, to which its `runbook_url` leads. */
export const alertsPage = (): string => `# Alerts

<!-- Rendered by infra/observability; changes are made in its src/alerts: npm run -s observability -->

What each alert means, and what to look at first. Begin with the dashboard *Start here*: where several fire at once, those of [servers](#servers-and-processes) and the [bus](#queues) are causes, the others follow from them. [Observability](observability.md) has metrics, logs and traces.

| alert | | says |
|---|---|---|
${alertGroups.flatMap(({ alerts }) => alerts.map(listed)).join('\n')}

${alertGroups
  .map(({ name, alerts }) => `## ${titles[name] ?? name}\n\n${alerts.map(section).join('\n')}`)
  .join('\n')}`;

/** Sections of docs/runbook.md by title, with the alerts by which their fault shows first. */
export const runbook: Readonly<Record<string, readonly string[]>> = {
  'NATS is lost': ['BusAway', 'StreamDown', 'StreamReplicaMissing', 'StreamKeeperAbsent'],
  'Postgres failed over': ['DatabaseAway'],
  'A disk is full': ['VolumeFilling', 'StreamFilling', 'OutboxLate'],
  'A job is dead': ['DeadMessages', 'RecordsSwept'],
  'A model is down': ['ModelsFailing'],
  'One account is hot': ['RequestsRefused', 'JobsWaiting', 'EdgeSlow'],
  'A clock is wrong': ['SubmissionsFailingFast', 'ChargesRefusedInternally'],
  'A deploy is bad': ['ServiceAbsent', 'ServiceRestarting', 'EventsWaitForUpgrade'],
  'A restore': ['LedgerDisagrees', 'BackupStale'],
};

/** Returns the titles of the sections that may be about an alert. */
export const sectionsOf = (alert: string): string[] =>
  Object.entries(runbook).flatMap(([title, alerts]) => (alerts.includes(alert) ? [title] : []));

/** Returns where a title of a page of Markdown is in it: `a-disk-is-full`. */
export const anchorOfTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

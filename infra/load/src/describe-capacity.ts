import { type Capacity, capacityOf, type Measured, type Plan, wallsOf } from './capacity.ts';
import type { Alone } from './saved-costs.ts';
import { productWalls } from './walls-of-product.ts';

const whole = (value: number) => Math.ceil(value).toLocaleString('en-US');
const one = (value: number) => (value < 10 ? value.toFixed(1) : whole(value));

/** Shows bytes in decimal units, as disks are sold. */
export function showBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${one(bytes / 1_000 ** at)} ${units[at]}`;
}

/** Renders capacities for several numbers of checks as a table of Markdown, and the walls below it. */
export function describeCapacity(
  checks: readonly number[],
  plan: Omit<Plan, 'checksPerMonth'>,
  measured: Measured,
  alone: Alone | undefined,
): readonly string[] {
  const columns = checks.map((checksPerMonth) => capacityOf({ ...plan, checksPerMonth }, measured));
  const line = (name: string, of: (capacity: Capacity) => string) =>
    `| ${name} | ${columns.map(of).join(' | ')} |`;
  const [first] = columns;
  if (!first) return [];
  return [
    `| | ${checks.map((count) => `${(count / 1e6).toLocaleString('en-US')} million`).join(' | ')} |`,
    `|---|${checks.map(() => '---:|').join('')}`,
    line('checks a second, mean', ({ meanPerSecond }) => one(meanPerSecond)),
    line(`at the peak, ${plan.peakFactor} times as many`, ({ peakPerSecond }) => one(peakPerSecond)),
    ...first.services.map(({ name }, index) =>
      line(`${name}: replicas (busy cores)`, ({ services }) => {
        const { replicas = 0, cores = 0 } = services[index] ?? {};
        return `${whole(replicas)} (${cores.toFixed(2)})`;
      }),
    ),
    line('cores of Postgres', ({ postgresCores }) => one(postgresCores)),
    line('cores of NATS, the leader of JOBS', ({ natsCores }) => one(natsCores)),
    line('statements a second at the peak', ({ statementsPerSecond }) => whole(statementsPerSecond)),
    line('requests and messages a second', ({ busMessagesPerSecond }) => whole(busMessagesPerSecond)),
    ...Object.keys(first.postgresBytesPerMonth).map((name) =>
      line(`${name}, a month`, ({ postgresBytesPerMonth }) => showBytes(postgresBytesPerMonth[name] ?? 0)),
    ),
    line('log of writes, a month', ({ walBytesPerMonth }) => showBytes(walBytesPerMonth)),
    line('Postgres with the retention', ({ postgresBytesKept }) =>
      postgresBytesKept === undefined ? 'grows' : showBytes(postgresBytesKept),
    ),
    line('partitions of text checks', ({ partitions: { days, count } }) =>
      count === undefined ? `one in ${days} days` : `${count} of ${days} days`,
    ),
    line('rows of one', ({ partitions }) => whole(partitions.rows)),
    line('EVENTS, 7 days on three servers', ({ eventBytes }) => showBytes(eventBytes)),
    '',
    '| wall | a second | reached at the peak of, checks a month |',
    '|---|---:|---:|',
    ...wallsOf(productWalls(measured, alone, plan.utilisation), plan).map(
      ({ name, perSecond, checksPerMonth }) =>
        `| ${name} | ${whole(perSecond)} | ${whole(checksPerMonth / 1e6)} million |`,
    ),
  ];
}

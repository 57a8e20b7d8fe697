import type { Costs, Counters } from './costs.ts';
import type { Recorder, Times } from './recorder.ts';
import { referenceNames } from './references.ts';
import type { RateResult } from './run-rate.ts';

const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));
const cell = (text: string) => text.padStart(9);

function row(name: string, { count, p50Ms, p99Ms, p999Ms, maxMs }: Times): string {
  return `  ${name.padEnd(20)}${[String(count), ...[p50Ms, p99Ms, p999Ms, maxMs].map(ms)].map(cell).join('')}`;
}

/** Describes times and errors of a run. @param rate the one that was asked for */
export function describeTimes({ recorder, begun, seconds }: RateResult, rate: number): readonly string[] {
  const heads = ['count', 'p50', 'p99', 'p99.9', 'max'].map(cell).join('');
  const rows = recorder.names().flatMap((name) => {
    const times = recorder.timesOf(name);
    return times ? [row(name, times)] : [];
  });
  return [
    `asked ${rate.toFixed(2)}/s, begun ${(begun / seconds).toFixed(2)}/s for ${seconds} s; milliseconds from the scheduled time:`,
    `  ${''.padEnd(20)}${heads}`,
    ...rows,
    ...describeRatios(recorder),
    describeErrors(recorder),
  ];
}

function describeErrors(recorder: Recorder): string {
  const errors = [...recorder.errors()].sort();
  if (errors.length === 0) return '  errors: none';
  return `  errors: ${errors.map(([code, count]) => `${code} ×${count}`).join(', ')}`;
}

/** The submission of a text and its verdict, in units of what was measured beside them. */
function describeRatios(recorder: Recorder): readonly string[] {
  const lines = ['POST text', 'GET text', 'verdict text'].flatMap((name) => {
    const times = recorder.timesOf(name);
    if (!times) return [];
    const ratios = referenceNames.flatMap((reference) => {
      const bare = recorder.timesOf(`reference ${reference}`);
      if (!bare) return [];
      return [
        `${reference} ${(times.p50Ms / bare.p50Ms).toFixed(1)} (p99 ${(times.p99Ms / bare.p99Ms).toFixed(1)})`,
      ];
    });
    return ratios.length > 0 ? [`  ${name} against a bare ${ratios.join(', ')}`] : [];
  });
  return lines;
}

const sum = (counters: Counters) => [...counters.values()].reduce((total, value) => total + value, 0);
const list = (counters: Counters, show: (value: number) => string) =>
  [...counters]
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');

/** Describes what one check has cost. */
export function describeCosts(per: Costs, idle: Costs, checks: number): readonly string[] {
  const two = (value: number) => value.toFixed(2);
  const bytes = (value: number) => value.toFixed(0);
  const idlePerSecond = sum(idle.cpuMs) / (idle.elapsedMs / 1_000);
  return [
    `of each of ${checks} checks, items of batches included, without what the idle stack costs (${idlePerSecond.toFixed(0)} ms CPU a second):`,
    `  CPU ${two(sum(per.cpuMs))} ms: ${list(per.cpuMs, two)}`,
    `  statements ${two(sum(per.statements))}: ${list(per.statements, two)}`,
    `  transactions ${two(sum(per.transactions))}: ${list(per.transactions, two)}`,
    `  requests on the bus ${two(per.busRequests)}; messages stored ${two(sum(per.stored))}: ${list(per.stored, two)}`,
    `  bytes of Postgres: ${list(per.postgresBytes, bytes)}; of streams: ${list(per.streamBytes, bytes)}`,
  ];
}

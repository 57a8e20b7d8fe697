import { expect, it } from 'vitest';
import { describeNatsVersion } from './nats-version.ts';

it.each(['2.9.10', '2.9.25', '2.10.26', '2.11.0'])('%s is told to be old', (version) => {
  expect(describeNatsVersion(version)).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}: older than`));
});

it.each(['2.10.27', '2.11.1', '2.12.1', '3.0.0'])('%s is told as it is', (version) => {
  expect(describeNatsVersion(version)).toBe(version);
});

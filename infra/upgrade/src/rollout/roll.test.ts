import { busUsers } from '@redline/contracts/bus-users';
import { expect, it } from 'vitest';
import { rolloutOrder } from './roll.ts';

interface Rows {
  readonly serves?: readonly Readonly<Record<string, { readonly subject: string }>>[];
  readonly asks?: readonly { readonly subject: string }[];
}
const users: Readonly<Record<string, object>> = busUsers;
const rowsOf = (name: string): Rows => users[name] ?? {};

it('replaces who answers a request before who asks it, so a new request finds somebody', () => {
  const late = rolloutOrder
    // It asks all others how their records are, and to erase an account; they ask it for charges.
    .filter((service) => service !== 'billing')
    .flatMap((service, index) => {
      const earlier = ['billing', ...rolloutOrder.slice(1, index + 2)];
      const served = new Set(
        earlier.flatMap((name) =>
          (rowsOf(name).serves ?? []).flatMap((rows) => Object.values(rows).map(({ subject }) => subject)),
        ),
      );
      return (rowsOf(service).asks ?? [])
        .filter(({ subject }) => !served.has(subject))
        .map(({ subject }) => `${service} asks ${subject}`);
    });
  expect(late).toEqual([]);
  expect(rolloutOrder.at(0)).toBe('billing');
  expect(rolloutOrder.at(-1)).toBe('gateway');
});

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as contracts from '../index.ts';
import type { BusUser } from './bus-user.ts';
import { inboxPrefixOf, permissionsOf } from './permissions.ts';
import { busServerConfig, quoted } from './server-config.ts';
import { busUserNames, busUsers } from './table.ts';

const users: readonly (readonly [string, BusUser])[] = Object.entries(busUsers);
const exported: readonly (readonly [string, unknown])[] = Object.entries(contracts);

/** The subjects of all rows of the contracts whose record is named so. */
const subjectsIn = (suffix: string): readonly string[] =>
  exported
    .filter(([name]) => name.endsWith(suffix))
    .flatMap(([, rows]) => Object.values(rows as Record<string, { readonly subject: string }>))
    .flatMap(({ subject }) => subject ?? []);

const exportedRows = exported
  .filter(([name]) => name.endsWith('Requests'))
  .flatMap(([, rows]) =>
    Object.values(rows as Record<string, contracts.RequestRow<z.ZodTypeAny, z.ZodTypeAny>>),
  )
  .filter(({ subject }) => subject !== undefined);

const isJob = (row: unknown): row is { readonly filterSubject: string } =>
  typeof row === 'object' && row !== null && 'filterSubject' in row;

const usersWho = (does: (user: BusUser) => boolean) =>
  users.flatMap(([name, user]) => (does(user) ? [name] : []));
const mayPublish = (subject: string) =>
  busUserNames.filter((name) => permissionsOf(name).publish.includes(subject));

describe('every row of the contracts has its users on both ends', () => {
  it.each(subjectsIn('Requests'))('%s is served by one and asked by somebody', (subject) => {
    const served = usersWho(({ serves = [] }) =>
      serves.some((rows) => Object.values(rows).some((row) => row.subject === subject)),
    );
    expect(served).toHaveLength(1);
    expect(mayPublish(subject).length).toBeGreaterThan(0);
  });

  it.each(
    exported
      .map(([, row]) => row)
      .filter(isJob)
      .map((row) => row.filterSubject),
  )('%s is published, and taken by one consumer', (filter) => {
    const consumers = users.flatMap(([, { takes = {} }]) =>
      Object.entries(takes).filter(([, row]) => row.filterSubject === filter),
    );
    expect(consumers).toHaveLength(1);
    expect(mayPublish(filter)).toEqual(expect.arrayContaining(['operator']));
    expect(mayPublish(filter).length).toBeGreaterThan(1);
  });

  it.each(subjectsIn('Events'))('%s is published by its owner, and by an operator again', (subject) => {
    const [owner, ...rest] = mayPublish(subject);
    expect([owner, rest]).toEqual([expect.not.stringMatching(/operator|provisioner/), ['operator']]);
  });

  it.each(exported.filter(([name]) => name.endsWith('Broadcast')))('%s is sent and heard', (_, row) => {
    const { subject } = row as { readonly subject: string };
    expect(mayPublish(subject)).toHaveLength(1);
    expect(usersWho(({ hears = [] }) => hears.some((heard) => heard.subject === subject))).not.toEqual([]);
  });
});

describe('a user', () => {
  it('that is no operator grants no credits, sets no plan and makes no key', () => {
    const operators = ['credits-grant', 'plan-set', 'account-create'].map((name) => `rpc.billing.${name}`);
    for (const subject of [...operators, 'rpc.gateway.key-create', 'rpc.gateway.key-list']) {
      expect([subject, mayPublish(subject)]).toEqual([subject, ['operator']]);
    }
  });

  it('that is the console asks for nothing that does not name one account, and grants, plans and forces nothing', () => {
    const asked = exportedRows.filter(({ subject }) => mayPublish(subject).includes('console'));
    expect(asked.length).toBeGreaterThan(5);
    for (const { subject, request } of asked) {
      const names = Object.keys((request as z.AnyZodObject).shape);
      expect([subject, names.includes('accountId') || names.includes('delegation')]).toEqual([subject, true]);
      expect([subject, names.filter((name) => /^(force|amount|plan|bucket)$/.test(name))]).toEqual([
        subject,
        [],
      ]);
    }
  });

  it('that is no operator begins no erasure and exports nothing, and only billing has owners erase', () => {
    const operators = ['account-erase', 'account-erasure', 'account-identity', 'grants-list'];
    const exports = ['rpc.text.record-ids', 'rpc.media.uploads.list', 'rpc.gateway.scope-list'];
    for (const subject of [...operators.map((name) => `rpc.billing.${name}`), ...exports]) {
      expect([subject, mayPublish(subject)]).toEqual([subject, ['operator']]);
    }
    for (const { subject } of Object.values(contracts.erasureRequests)) {
      expect([subject, mayPublish(subject)]).toEqual([subject, ['billing']]);
    }
  });

  it.each(busUserNames)('%s hears no inbox but its own, and nothing by a wildcard over services', (name) => {
    const { publish, subscribe } = permissionsOf(name);
    const inboxes = subscribe.filter((subject) => subject.startsWith('_INBOX'));
    expect(inboxes).toEqual([`${inboxPrefixOf(name)}.>`]);
    const wide = [...publish, ...subscribe].filter((subject) => /^([^.]+\.)?[*>]/.test(subject));
    expect(wide.filter((subject) => !/^_INBOX_|^report\.\*$/.test(subject))).toEqual([]);
  });

  it('that does not keep the streams makes, changes, empties and deletes none', () => {
    const changes = /^\$JS\.API\.STREAM\.(CREATE|UPDATE|PURGE|DELETE|RESTORE|SNAPSHOT)/;
    const able = busUserNames.filter((name) => permissionsOf(name).publish.some((it) => changes.test(it)));
    expect(able).toEqual(['provisioner']);
    expect(permissionsOf('provisioner').publish.filter((it) => /STREAM\.(DELETE|RESTORE)/.test(it))).toEqual(
      [],
    );
  });
});

it('its configuration quotes what could be taken for a number or a variable', () => {
  const config = busServerConfig((user) => quoted(`12"${user}`));
  expect(config).toContain('user: "gateway", password: "12\\"gateway"');
  expect(config).toContain('"$JS.API.INFO"');
});

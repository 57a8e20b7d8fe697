import { streams } from '../messages/streams.ts';
import type { BusUser } from './bus-user.ts';
import { type BusUserName, busUserNames, busUsers } from './table.ts';

/** The subjects that a user may publish to and subscribe to, as nats-server's configuration takes them. */
export interface Permissions {
  readonly publish: readonly string[];
  /** A subject, or a subject and the only queue in which it may be subscribed to. */
  readonly subscribe: readonly string[];
}

/** Returns the prefix of the subjects at which a user gets its replies and deliveries; nobody else may subscribe to them. */
export const inboxPrefixOf = (user: string): string => `_INBOX_${user}`;

/** Returns what a user of the table may do. */
export function permissionsOf(name: BusUserName): Permissions {
  const user: BusUser = busUsers[name];
  return {
    publish: sorted([
      ...subjectsOf(user.asks),
      ...repliesOf(name),
      ...messagesOf(user),
      ...consumersOf(user),
      // A connection asks whether there is JetStream, and waits for the streams.
      '$JS.API.INFO',
      '$JS.API.STREAM.NAMES',
      ...streamsOf(user),
    ]),
    subscribe: sorted([
      `${inboxPrefixOf(name)}.>`,
      ...servedBy(user).map((subject) => `${subject} ${name}`),
      ...subjectsOf(user.hears),
    ]),
  };
}

const sorted = (subjects: readonly string[]) => [...new Set(subjects)].sort();
const subjectsOf = (rows: BusUser['asks'] = []) => rows.map(({ subject }) => subject);
const filtersOf = (rows: readonly { readonly filterSubject: string }[] = []) =>
  rows.map(({ filterSubject }) => filterSubject);
const servedBy = ({ serves = [] }: BusUser) => serves.flatMap((rows) => subjectsOf(Object.values(rows)));

/**
 * Replies go to the inboxes of those who ask, and nowhere else: with `allow_responses` a caller could name any subject as
 * that of the reply, and nats-server gets slower with each delivery that it remembers (decision 36).
 */
function repliesOf(name: BusUserName): readonly string[] {
  const served = new Set(servedBy(busUsers[name]));
  const askers = busUserNames.filter((other) => {
    const { asks = [] }: BusUser = busUsers[other];
    return asks.some(({ subject }) => served.has(subject));
  });
  return askers.map((other) => `${inboxPrefixOf(other)}.>`);
}

function messagesOf({ publishes = {}, takes = {}, follows = {} }: BusUser): readonly string[] {
  const taken = [...filtersOf(Object.values(takes)), ...subjectsOf(Object.values(follows))];
  return [
    ...filtersOf(publishes.jobs),
    ...subjectsOf(publishes.events),
    ...subjectsOf(publishes.broadcasts),
    // Whoever takes a message may have to reject it.
    ...taken.map((subject) => `dead.${subject}`),
  ];
}

/** Its own durable consumers, each over its own subjects: it makes them, pulls from them and acknowledges. */
function consumersOf({ takes = {}, follows = {} }: BusUser): readonly string[] {
  const consumers = [
    ...Object.entries(takes).map(([durable, row]) => [streams.jobs.name, durable, row.filterSubject]),
    ...Object.entries(follows).map(([durable, row]) => [streams.events.name, durable, row.subject]),
  ];
  return consumers.flatMap(([stream, durable, filter]) => [
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${filter}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
    // The same where the server puts a domain and an account before the stream.
    `$JS.ACK.*.*.${stream}.${durable}.>`,
  ]);
}

function streamsOf({ takes, hasOutbox, replaysDead, keepsStreams }: BusUser): readonly string[] {
  const { jobs, events, dead } = streams;
  return [
    // Sweepers look whether a job is still queued.
    ...(takes ? [`$JS.API.STREAM.MSG.GET.${jobs.name}`] : []),
    ...(hasOutbox ? [jobs, events].map(({ name }) => `$JS.API.STREAM.INFO.${name}`) : []),
    ...(replaysDead ? ['GET', 'DELETE'].map((verb) => `$JS.API.STREAM.MSG.${verb}.${dead.name}`) : []),
    ...(keepsStreams ? keptStreams() : []),
  ];
}

const keptStreams = () =>
  Object.values(streams).flatMap(({ name, retention }) => [
    ...['CREATE', 'UPDATE', 'INFO'].map((verb) => `$JS.API.STREAM.${verb}.${name}`),
    // For the metrics of what waits with each consumer, and to find what a work queue should have dropped.
    `$JS.API.CONSUMER.LIST.${name}`,
    ...(retention === 'workqueue' ? [`$JS.API.STREAM.PURGE.${name}`] : []),
  ]);

import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { StartError } from '../shutdown/start-error.ts';
import { BusError } from './bus-error.ts';
import { assertConnected, isRefusedByServer } from './classify.ts';
import { startHeartbeat } from './heartbeat.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import { type BusCredentials, readServers } from './server-addresses.ts';
import type { Bus } from './types.ts';

export interface ConnectBusOptions extends BusCredentials {
  /** `nats://[user[:password]@]host:port` or `tls://…`; of a cluster several, with commas between. */
  readonly url: string;
  /** The name of the connection on the server. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** How long a start waits for a server that is not up yet. */
  readonly connectTimeoutMs?: number;
  /** The variable of the URL, for the error message. */
  readonly variable?: string;
}

const dialTimeoutMs = 2_000;
const apiTimeoutMs = 5_000;
const closeTimeoutMs = 5_000;
const pingTimeoutMs = 2_000;
const heartbeatEveryMs = 2_000;

/**
 * Connects to NATS with JetStream. A connection that is lost later reconnects without limit, every 0.1 to 1 s.
 * Replies and deliveries go to inboxes below a prefix of the user's own.
 * @throws StartError if no server with JetStream answers within `connectTimeoutMs` (15 s), or the servers refuse the user
 */
export async function connectBus(options: ConnectBusOptions): Promise<Bus> {
  const { log, name, metrics } = options;
  const connection = await dial(options);
  const state = { connected: true, closing: false };
  const change = (connected: boolean) => {
    state.connected = connected;
    if (!connected) metrics?.busConnected.set(0);
  };
  const listeners = new Set<() => void>();
  watch(connection, log, (connected) => {
    change(connected);
    if (connected) for (const listener of listeners) listener();
  });
  void connection.closed().then((error) => {
    change(false);
    if (!state.closing) log.error({ err: error }, 'the connection to NATS was closed for good');
  });
  const endHeartbeat =
    metrics &&
    startHeartbeat({
      ask: () => connection.flush(),
      isConnected: () => state.connected,
      metrics,
      everyMs: heartbeatEveryMs,
      answerWithinMs: pingTimeoutMs,
    });
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: apiTimeoutMs });
  return {
    name,
    log,
    metrics,
    connection,
    manager,
    inboxPrefix: inboxPrefixIn(options),
    jetstream: jetstream(connection, { timeout: apiTimeoutMs }),
    get connected() {
      return state.connected;
    },
    async ping() {
      assertConnected(state);
      await Promise.race([connection.flush(), rejectAfter(pingTimeoutMs)]);
    },
    onReconnect(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      state.closing = true;
      endHeartbeat?.();
      await closeConnection(connection, state.connected);
    },
  };
}

async function rejectAfter(timeoutMs: number): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false });
  throw new BusError('timeout', `NATS did not answer within ${timeoutMs} ms`);
}

async function closeConnection(connection: NatsConnection, connected: boolean): Promise<void> {
  if (connection.isClosed()) return;
  if (connected) {
    const limit = AbortSignal.timeout(closeTimeoutMs);
    const expired = sleep(closeTimeoutMs + 1, undefined, { ref: false, signal: limit }).catch(
      () => undefined,
    );
    await Promise.race([connection.drain(), expired]);
  }
  if (!connection.isClosed()) await connection.close();
}

async function dial(options: ConnectBusOptions): Promise<NatsConnection> {
  const { url, variable = 'NATS_URL', connectTimeoutMs = 15_000 } = options;
  const deadlineMs = Date.now() + connectTimeoutMs;
  const wait = reconnectDelay(100, 1_000);
  const { hosts, user } = readServers(url);
  for (;;) {
    const reason = await tryDial(options).catch((error: unknown) => error);
    if (!(reason instanceof Error)) return reason as NatsConnection;
    if (Date.now() >= deadlineMs) {
      if (isRefusedUser(reason)) {
        const who = user ? `the user ${user}, or its password` : 'clients without a user';
        throw new StartError(`${variable}: the NATS server at ${hosts} refuses ${who}`, { cause: reason });
      }
      throw new StartError(
        `${variable}: no NATS server with JetStream answered at ${hosts} within ${connectTimeoutMs} ms (${reason.message})`,
        { cause: reason },
      );
    }
    await sleep(Math.min(wait.next(), Math.max(1, deadlineMs - Date.now())));
  }
}

/** Whether the server does not know the user; one that is not there yet has no opinion. */
function isRefusedUser(error: unknown): boolean {
  return error instanceof errors.AuthorizationError || isRefusedByServer(error);
}

const inboxPrefixIn = (options: ConnectBusOptions) => readServers(options.url, options).options.inboxPrefix;

async function tryDial(options: ConnectBusOptions): Promise<NatsConnection> {
  const connection = await connect({
    ...readServers(options.url, options).options,
    name: options.name,
    timeout: dialTimeoutMs,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => Math.round(100 + Math.random() * 900),
    ignoreAuthErrorAbort: true,
    pingInterval: 10_000,
    maxPingOut: 2,
    // A stack trace for each request, in case it fails, costs a tenth of its time.
    noAsyncTraces: true,
  });
  try {
    await jetstreamManager(connection, { timeout: dialTimeoutMs });
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

function watch(connection: NatsConnection, log: Logger, change: (connected: boolean) => void): void {
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        change(false);
        log.warn('lost the connection to NATS');
      } else if (status.type === 'reconnect') {
        change(true);
        log.info('connected to NATS again');
      } else if (status.type === 'error' && status.error instanceof errors.PermissionViolationError) {
        const { operation, subject, queue } = status.error;
        log.error({ operation, subject, queue }, 'NATS does not allow this user to do that');
      } else if (status.type === 'error') {
        log.error({ err: status.error }, 'NATS answered with an error');
      }
    }
  })();
}

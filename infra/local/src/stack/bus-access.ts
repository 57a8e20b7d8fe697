import { randomBytes } from 'node:crypto';
import {
  type BusAccess,
  type BusUserName,
  busPasswordVariable,
  busServerConfig,
  createBusAccess,
  testerName,
} from '@redline/contracts/bus-users';

/** The bus of a stack, as each of its users reaches it. */
export interface StackBus {
  readonly urlOf: (user: BusUserName) => string;
  /** The URL for tests and measurements, of a user who may do everything where there is one. */
  readonly testerUrl: string;
}

/** Passwords are new at each start, since only the services of this stack need them. */
export const newBusAccess = (withTester = false): BusAccess =>
  createBusAccess(() => randomBytes(18).toString('base64url'), { withTester });

/**
 * Returns the URLs of a server.
 * @param access undefined for a server of somebody else: all take the URL as it is
 */
export function stackBus(serverUrl: string, access: BusAccess | undefined, withTester = false): StackBus {
  if (!access) return { urlOf: () => serverUrl, testerUrl: serverUrl };
  return {
    urlOf: (user) => access.urlOf(serverUrl, user),
    testerUrl: access.urlOf(serverUrl, withTester ? testerName : 'operator'),
  };
}

/** Returns the users for a server that is told their passwords by its environment. */
export const busServerConfigOfEnvironment = (): string =>
  busServerConfig((name) => `$${busPasswordVariable(name)}`);

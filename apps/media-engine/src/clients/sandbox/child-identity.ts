/** The user that children run as. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A user and a group that nobody else has: no distribution gives out these numbers. */
const otherIdentity: Identity = { uid: 64_173, gid: 64_173 };

export const isRoot = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Returns the user of children; null if they run as the engine's. Only root can start processes as another user, and an
 * engine in a container should not be root: there other means keep children from its secrets.
 */
export const childIdentity = (): Identity | null => (isRoot() ? otherIdentity : null);

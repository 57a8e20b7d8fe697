import type { BusUser } from '../bus-users/bus-user.ts';
import type { MessagePart } from './message-parts.ts';

/** Returns the users of the bus who read a part of a message: services, and the operator's commands. */
export function readersOf(
  users: Readonly<Record<string, BusUser>>,
  { message, part }: Pick<MessagePart, 'message' | 'part'>,
): readonly string[] {
  const reads = ({ serves = [], asks = [], takes = {}, follows = {}, hears = [] }: BusUser): boolean => {
    const has = (rows: readonly { readonly subject: string }[]) =>
      rows.some((row) => row.subject === message);
    if (part === 'request') return serves.some((rows) => has(Object.values(rows)));
    if (part === 'reply') return has(asks);
    const takesIt = Object.values(takes).some(({ filterSubject }) => filterSubject === `${message}.*`);
    return takesIt || has(Object.values(follows)) || has(hears);
  };
  return Object.entries(users).flatMap(([name, user]) => (reads(user) ? [name] : []));
}

import type { consoleRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { noteAction } from '../store/audit-log.ts';
import { organizationOf, setMember } from '../store/organizations.ts';
import type { People } from '../store/people.ts';
import { endSessions } from '../store/sessions.ts';
import type { Db } from '../store/tables.ts';

/**
 * Lets a person into the console as a member of an account that billing has. A repeat sets role and password again; another
 * password ends the sessions.
 */
export const memberSet =
  ({
    db,
    people,
  }: {
    readonly db: Db;
    readonly people: People;
  }): RequestHandler<typeof consoleRequests.memberSet> =>
  async ({ accountId, organization, role, ...person }) => {
    const { userId, isNew } = await people.setPerson(person);
    if (isNew) await endSessions(db, userId);
    const organizationId = await organizationOf(db, accountId, organization);
    await setMember(db, { organizationId, userId, role });
    await noteAction(db, { action: 'member_set', userId, accountId, subject: role });
    return { outcome: 'set', userId, organizationId, role };
  };

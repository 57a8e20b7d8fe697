import type { Membership } from '../store/organizations.ts';
import type { SignedIn } from './session.ts';

/** The fields of every session, whoever it belongs to. */
export interface SessionFacts {
  readonly signUpIsOpen: boolean;
  readonly showsMail: boolean;
  readonly apiUrl: string;
}

/** Renders a session for the page; of a stranger, too. */
export function sessionView(person: SignedIn | undefined, facts: SessionFacts) {
  const user = person?.session.user;
  return {
    success: true as const,
    data: {
      object: 'session' as const,
      user: user
        ? { id: user.id, email: user.email, name: user.name, createdAt: user.createdAt.toISOString() }
        : null,
      organizations: (person?.memberships ?? []).map(({ id, name, role }) => ({ id, name, role })),
      organization: person?.current ? currentView(person.current) : null,
      signUp: facts.signUpIsOpen ? ('open' as const) : ('closed' as const),
      localMail: facts.showsMail,
      apiUrl: facts.apiUrl,
    },
  };
}

const currentView = ({ id, name, role, accountId }: Membership) => ({ id, name, role, accountId });

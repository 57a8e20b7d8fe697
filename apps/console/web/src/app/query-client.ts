import { QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../api/request.ts';
import { type Session, sessionQuery } from '../api/session.ts';

const retriesMax = 2;

/** Tells whether a repeat may succeed: there was no answer, or the server failed. */
const isPassing = (error: Error) =>
  error instanceof RequestError && (error.status === 0 || error.status >= 500);

/** Creates the cache of what the page has read. Whoever turns out to be signed out is taken to the sign-in page. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const isSession = query.queryKey[0] === sessionQuery.queryKey[0];
        if (!isSession && error instanceof RequestError && error.status === 401) forgetUser(client);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < retriesMax && isPassing(error),
        refetchOnWindowFocus: false,
      },
    },
  });
  return client;
}

/** Makes the session that of a stranger until it is read anew. */
export function forgetUser(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
    session ? { ...session, user: null, organization: null, organizations: [] } : session,
  );
}

/** Takes a new session, and forgets everything that was read for the one before. */
export function takeSession(client: QueryClient, session: Session): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  client.setQueryData(sessionQuery.queryKey, session);
}

import type { SiteId } from '@redline/client';
import { siteIds } from '@redline/contracts/sites';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { lastSite } from '../playground/draft.ts';
import { Broken, Missing, Waiting } from './edge-pages.tsx';
import { MemberPages, StrangerPages } from './frame.tsx';
import { localPath } from './local-path.ts';

interface Context {
  readonly queryClient: QueryClient;
}

const siteOf = ({ site }: { readonly site: string }): { readonly site: SiteId } => {
  const known = siteIds.find((id) => id === site);
  if (!known) throw notFound();
  return { site: known };
};
const text = (value: unknown) => (typeof value === 'string' ? value : '');

const root = createRootRouteWithContext<Context>()({ notFoundComponent: Missing });

/** Pages of whoever is signed in; others sign in first and come back. */
const members = createRoute({
  getParentRoute: () => root,
  id: 'members',
  component: MemberPages,
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session.user) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});
const strangers = createRoute({ getParentRoute: () => root, id: 'strangers', component: StrangerPages });

const member = { getParentRoute: () => members };
const stranger = { getParentRoute: () => strangers };

const start = createRoute({
  ...member,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/playground/$site', params: { site: lastSite() } });
  },
});
const playground = createRoute({
  ...member,
  path: '/playground/$site',
  params: { parse: siteOf, stringify: ({ site }) => ({ site }) },
  component: lazyRouteComponent(() => import('../playground/pages.tsx'), 'PlaygroundPage'),
});
const check = createRoute({
  ...member,
  path: '/checks/$site/$id',
  params: {
    parse: ({ site, id }) => ({ ...siteOf({ site }), id }),
    stringify: ({ site, id }) => ({ site, id }),
  },
  component: lazyRouteComponent(() => import('../playground/pages.tsx'), 'CheckPage'),
});
const keys = createRoute({
  ...member,
  path: '/keys',
  component: lazyRouteComponent(() => import('../keys/keys-page.tsx'), 'KeysPage'),
});
const credits = createRoute({
  ...member,
  path: '/credits',
  validateSearch: ({ site }: Record<string, unknown>): { readonly site?: SiteId } => {
    const known = siteIds.find((id) => id === site);
    return known ? { site: known } : {};
  },
  component: lazyRouteComponent(() => import('../credits/credits-page.tsx'), 'CreditsPage'),
});

const account = createRoute({
  ...member,
  path: '/account',
  component: lazyRouteComponent(() => import('../sign-in/account-page.tsx'), 'AccountPage'),
});

const signIn = createRoute({
  ...stranger,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string } =>
    localPath(next) === '/' ? {} : { next: localPath(next) },
  async beforeLoad({ context, search }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session.user) throw redirect({ href: localPath(search.next) });
  },
  component: lazyRouteComponent(() => import('../sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const signUp = createRoute({
  ...stranger,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../sign-in/sign-up-page.tsx'), 'SignUpPage'),
});
const withToken = {
  validateSearch: ({ token }: Record<string, unknown>): { readonly token: string } => ({
    token: text(token),
  }),
};
const verify = createRoute({
  ...stranger,
  ...withToken,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('../sign-in/verify-page.tsx'), 'VerifyPage'),
});
const forgotten = createRoute({
  ...stranger,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../sign-in/reset-pages.tsx'), 'ForgottenPage'),
});
const reset = createRoute({
  ...stranger,
  ...withToken,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../sign-in/reset-pages.tsx'), 'ResetPage'),
});
const mail = createRoute({
  ...stranger,
  path: '/mail',
  component: lazyRouteComponent(() => import('../sign-in/mail-page.tsx'), 'MailPage'),
});

const routeTree = root.addChildren([
  members.addChildren([start, playground, check, keys, credits, account]),
  strangers.addChildren([signIn, signUp, verify, forgotten, reset, mail]),
]);

/** Creates the router: every page, its address, and who may see it. */
export const createPageRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: Missing,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createPageRouter>;
  }
}

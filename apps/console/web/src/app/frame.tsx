import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../api/session.ts';
import favicon from '../favicon.svg';
import { lastSite } from '../playground/draft.ts';
import { OrganizationPage } from '../sign-in/organization-page.tsx';
import classes from './frame.module.css';
import { LanguageChoice } from './language-choice.tsx';
import { SessionGuard } from './session-guard.tsx';
import { UserMenu } from './user-menu.tsx';

function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label="Redline">
      <img src={favicon} alt="" width={26} height={26} />
      <span>Redline</span>
    </Link>
  );
}

/** The frame around the pages of members: where one is, where one can go, and who one is. */
export function MemberPages() {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const isChecking = useLocation().pathname.startsWith('/checks/');
  if (!session?.user) return <SessionGuard />;
  return (
    <>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Brand />
          <nav className={classes.nav} aria-label={t('app.nav')}>
            <Link
              to="/playground/$site"
              params={{ site: lastSite() }}
              className={classes.link}
              // The address of a check is a page of the playground, too.
              {...(isChecking ? { 'aria-current': 'page' } : {})}
            >
              {t('app.check')}
            </Link>
            <Link to="/keys" className={classes.link}>
              {t('app.keys')}
            </Link>
            <Link to="/credits" className={classes.link}>
              {t('app.credits')}
            </Link>
          </nav>
          <UserMenu session={session} />
        </div>
      </header>
      <main className={classes.main} id="content" tabIndex={-1}>
        {session.organization ? <Outlet /> : <OrganizationPage session={session} />}
      </main>
      <SessionGuard />
    </>
  );
}

/** The frame around the pages for strangers, which are small. */
export function StrangerPages() {
  return (
    <>
      <header className={classes.corner}>
        <Brand />
        <LanguageChoice />
      </header>
      <main className={classes.narrow} id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

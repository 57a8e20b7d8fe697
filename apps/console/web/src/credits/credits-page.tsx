import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { creditsQuery } from '../api/credits.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { SiteChoice } from '../parts/site-choice.tsx';
import { lastSite } from '../playground/draft.ts';
import { Balance } from './balance.tsx';
import classes from './credits.module.css';
import { Statement } from './statement.tsx';
import { UsagePlot } from './usage-plot.tsx';

const route = getRouteApi('/members/credits');

/** Credits of a site: what there is, where it went, and every entry that explains it. */
export function CreditsPage() {
  const { t } = useTranslation();
  const { site = lastSite() } = route.useSearch();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(creditsQuery);
  const credits = data?.sites.find(({ siteId }) => siteId === site);
  return (
    <>
      <PageHead title={t('credits.title')} lead={t('credits.lead')}>
        <SiteChoice
          site={site}
          onChange={(next) => void navigate({ to: '/credits', search: { site: next }, replace: true })}
        />
      </PageHead>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <div className={classes.top}>
        {isPending && <Skeleton height={240} />}
        {credits && <Balance credits={credits} />}
        <UsagePlot key={site} site={site} />
      </div>
      <Statement key={site} site={site} />
    </>
  );
}

import { Button, Group } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { checkQuery } from '../api/checks.ts';
import { sessionQuery } from '../api/session.ts';
import { Waiting } from '../app/edge-pages.tsx';
import { CopyText } from '../parts/copy-button.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { SiteChoice } from '../parts/site-choice.tsx';
import { emptyDraft, keepDraft, readDraft } from './draft.ts';
import { Workbench } from './workbench.tsx';

const playground = getRouteApi('/members/playground/$site');
const check = getRouteApi('/members/checks/$site/$id');

/** A new text on a site. Whoever comes back to a text that was checked comes to its check. */
export function PlaygroundPage() {
  const { t } = useTranslation();
  const { site } = playground.useParams();
  const navigate = useNavigate();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const organizationId = session.organization?.id ?? '';
  const { basedOn } = readDraft(organizationId, site);
  if (basedOn !== null) return <Navigate to="/checks/$site/$id" params={{ site, id: basedOn }} replace />;
  return (
    <>
      <PageHead title={t('check.title')}>
        <SiteChoice
          site={site}
          onChange={(next) => void navigate({ to: '/playground/$site', params: { site: next } })}
        />
      </PageHead>
      <Workbench
        key={`${organizationId} ${site}`}
        site={site}
        session={session}
        organizationId={organizationId}
      />
    </>
  );
}

/** A check at its own address, which can be handed to colleagues: it opens for members of the organisation alone. */
export function CheckPage() {
  const { t } = useTranslation();
  const { site, id } = check.useParams();
  const navigate = useNavigate();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const organizationId = session.organization?.id ?? '';
  const { data, error, isPending, refetch } = useQuery(checkQuery(site, id));
  const startAnew = () => {
    const draft = readDraft(organizationId, site);
    // What was written over a check that is gone is still somebody's text.
    const text = error && draft.basedOn === id ? draft.text : emptyDraft.text;
    keepDraft(organizationId, site, { ...emptyDraft, options: draft.options, text });
    void navigate({ to: '/playground/$site', params: { site } });
  };
  return (
    <>
      <PageHead title={t('check.title')} lead={t(`sites.${site}`)}>
        <Group gap="xs">
          <CopyText
            text={`${location.origin}/checks/${site}/${id}`}
            label={t('check.share')}
            title={t('check.shareHint', { name: session.organization?.name ?? '' })}
          />
          <Button variant="default" onClick={startAnew}>
            {t('check.newText')}
          </Button>
        </Group>
      </PageHead>
      {isPending && <Waiting />}
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {data && (
        <Workbench
          key={`${organizationId} ${site} ${id}`}
          site={site}
          session={session}
          organizationId={organizationId}
          check={data}
        />
      )}
    </>
  );
}

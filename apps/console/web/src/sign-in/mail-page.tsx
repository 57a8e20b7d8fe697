import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localMailQuery } from '../api/session.ts';
import { Waiting } from '../app/edge-pages.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import classes from './sign-in.module.css';

/** Mails of an installation that sends none; only in local mode. */
export function MailPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isPending } = useQuery({ ...localMailQuery, refetchInterval: 5_000 });
  return (
    <>
      <PageHead title={t('mail.title')} lead={t('mail.lead')} />
      {isPending && <Waiting />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <Text>{t('mail.empty')}</Text>}
      {data?.data.map((mail) => (
        <article key={mail.id} className={classes.mail}>
          <Title order={2} size="h5">
            {mail.subject}
          </Title>
          <Text size="sm" c="dimmed">
            {t('mail.to', { address: mail.to })} · <Time at={mail.sentAt} />
          </Text>
          <pre>
            <MailText text={mail.text} />
          </pre>
        </article>
      ))}
      <div className={classes.links}>
        <Link to="/sign-in">{t('reset.back')}</Link>
      </div>
    </>
  );
}

/** The text of a mail, in which addresses of this page are links; no others. */
function MailText({ text }: { readonly text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const isOwn = URL.canParse(part) && new URL(part).origin === location.origin;
    return isOwn ? (
      // The parts of one text never change their places.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    );
  });
}

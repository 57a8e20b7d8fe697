import { Button, Loader, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/request.ts';
import { Problem } from '../parts/problem.tsx';
import classes from './frame.module.css';

/** Shows that a page is being loaded. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.middle} role="status">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{t('app.loading')}</Text>
    </div>
  );
}

/** Shows that an address leads nowhere. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <main className={classes.middle} id="content">
      <Title order={1} size="h3">
        {t('app.notFound')}
      </Title>
      <Link to="/">{t('app.toStart')}</Link>
    </main>
  );
}

/** Shows that a page failed. @param reset draws it anew */
export function Broken({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const { t } = useTranslation();
  return (
    <main className={classes.middle} id="content">
      {error instanceof RequestError ? (
        <Problem error={error} />
      ) : (
        <Text role="alert">{t('app.failed')}</Text>
      )}
      <Button variant="default" onClick={() => (error instanceof RequestError ? location.reload() : reset())}>
        {t('app.retry')}
      </Button>
    </main>
  );
}

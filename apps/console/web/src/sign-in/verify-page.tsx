import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { verifyEmail } from '../api/session.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/strangers/verify-email');

/**
 * Where the link of a mail leads. It confirms by a button and not by being opened: programs that scan mail open links.
 */
export function VerifyPage() {
  const { t } = useTranslation();
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const verifying = useMutation({
    mutationFn: () => verifyEmail(token),
    onSuccess: () => navigate({ to: '/sign-in', search: { verified: true } }),
  });
  return (
    <>
      <PageHead title={t('verify.title')} />
      {token === '' && <Text>{t('verify.missing')}</Text>}
      {token !== '' && (
        <Form
          submit={t('verify.submit')}
          isBusy={verifying.isPending}
          error={verifying.error}
          onSubmit={() => verifying.mutate()}
        >
          {null}
        </Form>
      )}
      <div className={classes.links}>
        <Link to="/sign-in">{t('signIn.title')}</Link>
      </div>
    </>
  );
}

import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestReset, resetPassword, sessionQuery } from '../api/session.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import { passwordBounds } from './password-bounds.ts';
import classes from './sign-in.module.css';

const route = getRouteApi('/strangers/reset-password');

/** Asks for a link to choose a new password. Whether there is such an account is not told. */
export function ForgottenPage() {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: () => requestReset(email) });
  return (
    <>
      <PageHead title={t('reset.requestTitle')} lead={t('reset.requestLead')} />
      {asking.isSuccess ? (
        <Text role="status">{t('reset.requested', { email })}</Text>
      ) : (
        <Form
          submit={t('reset.request')}
          isBusy={asking.isPending}
          error={asking.error}
          onSubmit={() => asking.mutate()}
        >
          <TextInput
            label={t('signIn.email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </Form>
      )}
      <div className={classes.links}>
        <Link to="/sign-in">{t('reset.back')}</Link>
        {session?.localMail && <Link to="/mail">{t('app.mail')}</Link>}
      </div>
    </>
  );
}

/** Where the link of a reset leads: the choice of a new password. */
export function ResetPage() {
  const { t } = useTranslation();
  const { token } = route.useSearch();
  const [password, setPassword] = useState('');
  const resetting = useMutation({ mutationFn: () => resetPassword({ token, password }) });
  return (
    <>
      <PageHead title={t('reset.title')} />
      {token === '' && <Text>{t('verify.missing')}</Text>}
      {token !== '' && resetting.isSuccess && <Text role="status">{t('reset.done')}</Text>}
      {token !== '' && !resetting.isSuccess && (
        <Form
          submit={t('reset.submit')}
          isBusy={resetting.isPending}
          error={resetting.error}
          onSubmit={() => resetting.mutate()}
        >
          <PasswordInput
            label={t('reset.password')}
            description={t('signUp.passwordHint')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...passwordBounds}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </Form>
      )}
      <div className={classes.links}>
        <Link to="/sign-in">{t('reset.back')}</Link>
      </div>
    </>
  );
}

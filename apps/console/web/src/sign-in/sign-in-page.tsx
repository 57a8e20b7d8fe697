import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/request.ts';
import { sendVerification, sessionQuery, signIn } from '../api/session.ts';
import { localPath } from '../app/local-path.ts';
import { takeSession } from '../app/query-client.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/strangers/sign-in');

/** Sign-in by e-mail address and password. */
export function SignInPage() {
  const { t } = useTranslation();
  const { next } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signing = useMutation({
    mutationFn: signIn,
    onSuccess(signed) {
      takeSession(client, signed);
      router.history.push(localPath(next));
    },
  });
  const { error } = signing;
  const isUnverified = error instanceof RequestError && error.code === 'email_not_verified';
  return (
    <>
      <PageHead title={t('signIn.title')} lead={t('signIn.lead')} />
      <Form
        submit={t('signIn.submit')}
        isBusy={signing.isPending}
        error={error}
        onSubmit={() => signing.mutate({ email, password })}
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
        <PasswordInput
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </Form>
      {isUnverified && <Resend email={email} />}
      <div className={classes.links}>
        <Link to="/forgot-password">{t('signIn.forgot')}</Link>
        {session?.signUp === 'open' && <Link to="/sign-up">{t('signIn.toSignUp')}</Link>}
        {session?.localMail && <Link to="/mail">{t('app.mail')}</Link>}
      </div>
    </>
  );
}

/** The way to a new link for an address that was never confirmed. */
function Resend({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const sending = useMutation({ mutationFn: () => sendVerification(email) });
  if (sending.isSuccess) return <Text role="status">{t('signIn.resent')}</Text>;
  return (
    <Button mt="sm" variant="default" fullWidth loading={sending.isPending} onClick={() => sending.mutate()}>
      {t('signIn.resend')}
    </Button>
  );
}

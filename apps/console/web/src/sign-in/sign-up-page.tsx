import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery, signUp } from '../api/session.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import { passwordBounds } from './password-bounds.ts';
import classes from './sign-in.module.css';

/** Sign-up, where the installation is open to everybody. */
export function SignUpPage() {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signing = useMutation({ mutationFn: signUp });
  const isClosed = session?.signUp === 'closed';
  const links = (
    <div className={classes.links}>
      <Link to="/sign-in">{t('signUp.toSignIn')}</Link>
      {session?.localMail && <Link to="/mail">{t('app.mail')}</Link>}
    </div>
  );
  if (signing.isSuccess)
    return (
      <div role="status">
        <PageHead title={t('signUp.sentTitle')} lead={t('signUp.sent', { email })} />
        {links}
      </div>
    );
  return (
    <>
      <PageHead title={t('signUp.title')} />
      {isClosed ? (
        <Text>{t('signUp.closed')}</Text>
      ) : (
        <Form
          submit={t('signUp.submit')}
          isBusy={signing.isPending}
          error={signing.error}
          onSubmit={() => signing.mutate({ name, email, password })}
        >
          <TextInput
            label={t('signUp.name')}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
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
      {links}
    </>
  );
}

import { PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/request.ts';
import { verifyEmail } from '../api/session.ts';
import { takeSession } from '../app/query-client.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/strangers/verify-email');

/**
 * Where the link of a mail leads. It takes the password of the sign-up, and signs in: whoever was signed up by somebody else
 * does not know it, and chooses another one by the link of a reset.
 */
export function VerifyPage() {
  const { t } = useTranslation();
  const { token } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const verifying = useMutation({
    mutationFn: () => verifyEmail({ token, password }),
    onSuccess(signed) {
      takeSession(client, signed);
      // The link works no more: the way back is not to lead there.
      router.history.replace('/');
    },
  });
  const { error } = verifying;
  const isWrong = error instanceof RequestError && error.code === 'wrong_credentials';
  return (
    <>
      {token === '' ? (
        <>
          <PageHead title={t('verify.title')} />
          <Text>{t('verify.missing')}</Text>
        </>
      ) : (
        <>
          <PageHead title={t('verify.title')} lead={t('verify.lead')} />
          <Form
            submit={t('verify.submit')}
            isBusy={verifying.isPending}
            error={isWrong ? null : error}
            onSubmit={() => verifying.mutate()}
          >
            <PasswordInput
              label={t('signIn.password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              error={isWrong && t('verify.wrong')}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </Form>
        </>
      )}
      <div className={classes.links}>
        <Link to="/forgot-password">{t('verify.other')}</Link>
        <Link to="/sign-in">{t('signIn.title')}</Link>
      </div>
    </>
  );
}

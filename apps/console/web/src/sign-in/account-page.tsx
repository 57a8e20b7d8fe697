import { PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/request.ts';
import { changePassword, renameUser, sessionQuery } from '../api/session.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';
import { passwordBounds } from './password-bounds.ts';
import classes from './sign-in.module.css';

/** The person's own name and password. */
export function AccountPage() {
  const { t } = useTranslation();
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <div className={classes.account}>
      <PageHead title={t('account.title')} lead={t('account.lead', { email: session.user?.email ?? '' })} />
      <Stack gap="xl">
        <Name name={session.user?.name ?? ''} />
        <Password email={session.user?.email ?? ''} />
      </Stack>
    </div>
  );
}

function Name({ name: before }: { readonly name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(before);
  const saving = useMutation({
    mutationFn: () => renameUser(name),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
  return (
    <Form
      submit={t('account.saveName')}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={() => saving.mutate()}
    >
      <TextInput
        label={t('account.name')}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {saving.isSuccess && name === before && (
        <Text size="sm" role="status">
          {t('account.saved')}
        </Text>
      )}
    </Form>
  );
}

const empty = { currentPassword: '', newPassword: '' };

function Password({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess(session) {
      client.setQueryData(sessionQuery.queryKey, session);
      setTyped(empty);
    },
  });
  const { error } = changing;
  const isWrong = error instanceof RequestError && error.code === 'wrong_credentials';
  return (
    <section aria-label={t('account.password')}>
      <Title order={2} size="h4" mb="sm">
        {t('account.password')}
      </Title>
      <Form
        submit={t('account.change')}
        isBusy={changing.isPending}
        error={isWrong ? null : error}
        onSubmit={() => changing.mutate(typed)}
      >
        {/* For programs that keep passwords: whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t('account.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={typed.currentPassword}
          error={isWrong && t('account.wrong')}
          onChange={({ currentTarget }) => setTyped({ ...typed, currentPassword: currentTarget.value })}
        />
        <PasswordInput
          label={t('reset.password')}
          description={t('signUp.passwordHint')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...passwordBounds}
          value={typed.newPassword}
          onChange={({ currentTarget }) => setTyped({ ...typed, newPassword: currentTarget.value })}
        />
        {changing.isSuccess && (
          <Text size="sm" role="status">
            {t('account.changed')}
          </Text>
        )}
      </Form>
    </section>
  );
}

import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createOrganization, type Session } from '../api/session.ts';
import { takeSession } from '../app/query-client.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Form } from './form.tsx';

/** What somebody sees who is in no organisation yet. */
export function OrganizationPage({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const creating = useMutation({
    mutationFn: () => createOrganization(name),
    onSuccess: (next) => takeSession(client, next),
  });
  return (
    <>
      <PageHead title={t('organization.title')} lead={t('organization.lead')} />
      {session.signUp === 'open' ? (
        <Form
          submit={t('organization.create')}
          isBusy={creating.isPending}
          error={creating.error}
          onSubmit={() => creating.mutate()}
        >
          <TextInput
            label={t('organization.name')}
            autoComplete="organization"
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Form>
      ) : (
        <Text>{t('organization.ask')}</Text>
      )}
    </>
  );
}

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, keysQuery, renameKey } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';

interface RenameKeyProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/** Gives a key another name. */
export function RenameKey({ of: key, onClose }: RenameKeyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(key.name ?? '');
  const renaming = useMutation({
    mutationFn: () => renameKey(key.id, name),
    onSuccess() {
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={t('keys.renameTitle', { name: key.name || key.prefix })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!renaming.isPending) renaming.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t('keys.name')}
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {renaming.error && <Problem error={renaming.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={renaming.isPending}>
              {t('keys.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

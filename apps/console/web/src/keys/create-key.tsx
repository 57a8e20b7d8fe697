import { Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { siteIds } from '@redline/contracts/sites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createKey, type KeyMode, keysQuery, type NewKey } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { lastSite } from '../playground/draft.ts';

const modes: readonly KeyMode[] = ['live', 'test'];

interface CreateKeyProps {
  readonly onMade: (key: NewKey) => void;
  readonly onClose: () => void;
}

/** Makes a key. */
export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [siteId, setSiteId] = useState<SiteId>(lastSite);
  const [mode, setMode] = useState<KeyMode>('live');
  const making = useMutation({
    mutationFn: createKey,
    onSuccess(made) {
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onMade(made);
    },
  });
  return (
    <Dialog title={t('keys.createTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!making.isPending) making.mutate({ siteId, mode, name });
        }}
      >
        <Stack>
          <TextInput
            label={t('keys.name')}
            description={t('keys.nameHint')}
            required
            withAsterisk={false}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label={t('siteLabel')}
            data={siteIds.map((id) => ({ value: id, label: t(`sites.${id}`) }))}
            value={siteId}
            onChange={({ currentTarget }) => setSiteId(currentTarget.value as SiteId)}
          />
          <Radio.Group label={t('keys.mode')} value={mode} onChange={(value) => setMode(value as KeyMode)}>
            <Stack gap="xs" mt={4}>
              {modes.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`keys.mode_${value}`)}
                  description={t(`keys.modeHint_${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {making.error && <Problem error={making.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t('keys.make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

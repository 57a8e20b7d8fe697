import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ApiKey, keysQuery, revokeKey } from '../api/keys.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';

interface RevokeKeyProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/** Ends a key at once, after it was asked whether that is meant. */
export function RevokeKey({ of: key, onClose }: RevokeKeyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => revokeKey(key.id),
    onSuccess() {
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={t('keys.revokeTitle', { name: key.name || key.prefix })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {t('keys.revokeLead')}{' '}
          {key.lastUsedAt
            ? t('keys.revokeLastUsed', { time: format.time(key.lastUsedAt) })
            : t('keys.revokeNeverUsed')}
        </Text>
        {revoking.error && <Problem error={revoking.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button color="red" loading={revoking.isPending} onClick={() => revoking.mutate()}>
            {t('keys.revoke')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

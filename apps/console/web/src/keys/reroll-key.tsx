import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, keysQuery, type NewKey, rerollKey } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';

/** How long the old key may go on, in seconds. */
const overlaps = ['0', '3600', '86400', '604800'] as const;
type Overlap = (typeof overlaps)[number];

interface RerollKeyProps {
  readonly of: ApiKey;
  readonly onMade: (key: NewKey) => void;
  readonly onClose: () => void;
}

/** Makes a new key in place of one, which goes on for a while. */
export function RerollKey({ of: key, onMade, onClose }: RerollKeyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const rolling = useMutation({
    mutationFn: () => rerollKey(key.id, Number(overlap)),
    onSuccess(made) {
      void client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onMade(made);
    },
  });
  return (
    <Dialog title={t('keys.rerollTitle', { name: key.name || key.prefix })} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('keys.rerollLead')}</Text>
        <NativeSelect
          label={t('keys.overlap')}
          data={overlaps.map((value) => ({ value, label: t(`keys.overlap_${value}`) }))}
          value={overlap}
          onChange={({ currentTarget }) => setOverlap(currentTarget.value as Overlap)}
        />
        {rolling.error && <Problem error={rolling.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button loading={rolling.isPending} onClick={() => rolling.mutate()}>
            {t('keys.reroll')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

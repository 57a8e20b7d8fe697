import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewKey } from '../api/keys.ts';
import { useFormat } from '../i18n/use-format.ts';
import { CopyText } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import classes from './keys.module.css';

interface ShownKeyProps {
  readonly shown: NewKey;
  readonly onDone: () => void;
}

/** A new key, which is told this once: no Escape loses it, only the button that says that it is stored. */
export function ShownKey({ shown, onDone }: ShownKeyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog title={t('keys.shownTitle')}>
      <Stack>
        <Text size="sm">{t('keys.shownOnce')}</Text>
        <code className={classes.secret}>{shown.key}</code>
        {shown.previousExpiresAt && (
          <Text size="sm">{t('keys.shownOld', { time: format.time(shown.previousExpiresAt) })}</Text>
        )}
        <Group justify="space-between">
          <CopyText text={shown.key} variant="filled" />
          <Button variant="default" onClick={onDone}>
            {t('keys.shownDone')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

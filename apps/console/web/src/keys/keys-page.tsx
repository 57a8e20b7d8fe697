import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, keysQuery, type NewKey } from '../api/keys.ts';
import { isAtLeast, sessionQuery } from '../api/session.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Problem } from '../parts/problem.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyList } from './key-list.tsx';
import { isUsable, type KeyAction } from './key-state.ts';
import classes from './keys.module.css';
import { RenameKey } from './rename-key.tsx';
import { RerollKey } from './reroll-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { ShownKey } from './shown-key.tsx';

type Open = { readonly action: 'create' } | { readonly action: KeyAction; readonly key: ApiKey };

/** The keys of the organisation: made, shown once, named, re-rolled, revoked. */
export function KeysPage() {
  const { t } = useTranslation();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data, error, isPending, refetch } = useQuery(keysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<NewKey | null>(null);
  const [showsEnded, setShowsEnded] = useState(false);
  const mayManage = isAtLeast(session, 'admin');
  const close = () => setOpen(null);
  const show = (key: NewKey) => {
    close();
    setShown(key);
  };
  const keys = data?.data ?? [];
  const usable = keys.filter((key) => isUsable(key, new Date()));
  const listed = showsEnded ? keys : usable;
  return (
    <>
      <PageHead title={t('keys.title')} lead={t('keys.lead')}>
        {mayManage && <Button onClick={() => setOpen({ action: 'create' })}>{t('keys.create')}</Button>}
      </PageHead>
      {!mayManage && (
        <Text size="sm" c="dimmed" mb="md">
          {t('keys.needsAdmin')}
        </Text>
      )}
      {isPending && (
        <Stack gap="xs" role="status" aria-label={t('app.loading')}>
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} height={52} />
          ))}
        </Stack>
      )}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && keys.length === 0 && <p className={classes.empty}>{t('keys.empty')}</p>}
      {keys.length > 0 && listed.length === 0 && <p className={classes.empty}>{t('keys.noneActive')}</p>}
      {listed.length > 0 && (
        <KeyList keys={listed} mayManage={mayManage} onAction={(action, key) => setOpen({ action, key })} />
      )}
      {keys.length > usable.length && (
        <Checkbox
          mt="md"
          label={t('keys.showEnded')}
          checked={showsEnded}
          onChange={({ currentTarget }) => setShowsEnded(currentTarget.checked)}
        />
      )}
      {open?.action === 'create' && <CreateKey onMade={show} onClose={close} />}
      {open?.action === 'rename' && <RenameKey of={open.key} onClose={close} />}
      {open?.action === 'reroll' && <RerollKey of={open.key} onMade={show} onClose={close} />}
      {open?.action === 'revoke' && <RevokeKey of={open.key} onClose={close} />}
      {shown && <ShownKey shown={shown} onDone={() => setShown(null)} />}
    </>
  );
}

import { ActionIcon, Badge, Menu, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '../api/keys.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Time } from '../parts/time.tsx';
import { isUsable, type KeyAction, stateOf } from './key-state.ts';
import classes from './keys.module.css';

const actions: readonly KeyAction[] = ['rename', 'reroll', 'revoke'];

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly mayManage: boolean;
  readonly onAction: (action: KeyAction, key: ApiKey) => void;
}

/** Keys in a table, which on a phone is a list of cards. */
export function KeyList({ keys, mayManage, onAction }: KeyListProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      <Table verticalSpacing="sm" className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('keys.name')}</Table.Th>
            <Table.Th>{t('siteLabel')}</Table.Th>
            <Table.Th>{t('keys.state')}</Table.Th>
            <Table.Th>{t('keys.lastUsed')}</Table.Th>
            <Table.Th>{t('keys.created')}</Table.Th>
            {mayManage && <Table.Th aria-label={t('keys.actions', { name: '' })} />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} mayManage={mayManage} onAction={onAction} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface KeyRowProps extends Pick<KeyListProps, 'mayManage' | 'onAction'> {
  readonly of: ApiKey;
}

function KeyRow({ of: key, mayManage, onAction }: KeyRowProps) {
  const { t } = useTranslation();
  const name = key.name || t('keys.unnamed');
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name ?? ''}>
        <span>{name}</span>
        <code className={classes.prefix}>{key.prefix}…</code>
      </Table.Th>
      <Table.Td data-label={t('siteLabel')}>
        {t(`sites.${key.siteId}`)}{' '}
        {key.mode === 'test' && (
          <Badge size="sm" variant="outline" color="gray" c="dimmed" tt="none">
            {t('keys.mode_test')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td data-label={t('keys.state')}>
        <State of={key} />
      </Table.Td>
      <Table.Td data-label={t('keys.lastUsed')}>
        {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : t('keys.never')}
      </Table.Td>
      <Table.Td data-label={t('keys.created')}>
        <Time at={key.createdAt} />
      </Table.Td>
      {mayManage && (
        <Table.Td className={classes.actions ?? ''}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="var(--mantine-color-text)"
                aria-label={t('keys.actions', { name })}
              >
                ⋯
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {actions
                // A key that has ended can only be given a name.
                .filter((action) => action === 'rename' || isUsable(key, new Date()))
                .map((action) => (
                  <Menu.Item key={action} onClick={() => onAction(action, key)}>
                    {t(`keys.${action}`)}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function State({ of: key }: { readonly of: ApiKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = stateOf(key, new Date());
  if (state === 'ends' && key.expiresAt)
    return <span className={classes.ends}>{t('keys.ends', { time: format.time(key.expiresAt) })}</span>;
  return (
    <span className={classes.state} data-state={state}>
      {t(`keys.${state === 'ends' ? 'active' : state}`)}
    </span>
  );
}

import { Button, Skeleton, Table, Text, Title } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type StatementEntry, statementQuery } from '../api/credits.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import classes from './credits.module.css';

/** Every change of a balance, and the sum that explains it. */
export function Statement({ site }: { readonly site: SiteId }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(statementQuery(site));
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={`${classes.box} ${classes.statement}`} aria-label={t('credits.statement')}>
      <Title order={2} size="h5">
        {t('credits.statement')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('credits.statementLead')}
      </Text>
      {isPending && <Skeleton height={200} />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && <Text c="dimmed">{t('credits.statementEmpty')}</Text>}
      {entries.length > 0 && (
        <>
          <Table className={classes.entries ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('credits.when')}</Table.Th>
                <Table.Th>{t('credits.what')}</Table.Th>
                <Table.Th>{t('credits.bucket')}</Table.Th>
                <Table.Th className={classes.number ?? ''}>{t('credits.amount')}</Table.Th>
                <Table.Th className={classes.number ?? ''}>{t('credits.balance')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.id} site={site} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
          <Sum entries={entries} />
        </>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('credits.older')}
        </Button>
      )}
    </section>
  );
}

/** That the amounts shown and the balance before them make the balance now. */
function Sum({ entries }: { readonly entries: readonly StatementEntry[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const newest = entries[0];
  const oldest = entries.at(-1);
  if (!newest || !oldest) return null;
  return (
    <p className={classes.sum}>
      {t('credits.shown', {
        sum: format.signed(entries.reduce((sum, { amount }) => sum + amount, 0)),
        before: format.number(oldest.balanceAfter - oldest.amount),
        balance: format.number(newest.balanceAfter),
      })}
    </p>
  );
}

interface EntryRowProps {
  readonly site: SiteId;
  readonly entry: StatementEntry;
}

function EntryRow({ site, entry }: EntryRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { at, bucket, amount, balanceAfter } = entry;
  return (
    <Table.Tr data-amount={amount} data-balance={balanceAfter}>
      <Table.Td className={classes.when ?? ''}>
        <Time at={at} />
      </Table.Td>
      <Table.Td className={classes.what ?? ''}>
        <What site={site} entry={entry} />
      </Table.Td>
      <Table.Td className={classes.from ?? ''}>{t(`credits.bucket_${bucket}`)}</Table.Td>
      <Table.Td className={`${classes.number} ${classes.amount}`} data-sign={Math.sign(amount)}>
        {format.signed(amount)}
      </Table.Td>
      <Table.Td className={`${classes.number} ${classes.after}`}>{format.number(balanceAfter)}</Table.Td>
    </Table.Tr>
  );
}

const items = ['text_check', 'rewrite', 'image_check', 'video_second', 'video_report', 'batch'] as const;

/** What an entry is about; a text check that a member can open is a link. */
function What({ site, entry }: EntryRowProps) {
  const { t } = useTranslation();
  const { kind, item, quantity, recordId, tenantId, reason } = entry;
  const known = items.find((name) => name === item);
  const isOpen = (item === 'text_check' || item === 'rewrite') && recordId !== null && tenantId === '';
  return (
    <>
      {t(`credits.kind_${kind}`)}
      {item !== null && ` · ${known ? t(`credits.item_${known}`) : item}`}
      {quantity !== null && quantity > 1 && ` × ${quantity}`}
      {tenantId && ` · ${t('credits.tenant', { tenant: tenantId })}`}
      {reason && ` · ${reason}`}{' '}
      {isOpen && (
        <Link to="/checks/$site/$id" params={{ site, id: recordId }}>
          {t('credits.open')}
        </Link>
      )}
    </>
  );
}

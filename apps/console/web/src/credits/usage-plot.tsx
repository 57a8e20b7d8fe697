import { Skeleton, Table, Text, Title } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recentEntriesQuery } from '../api/usage.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Problem } from '../parts/problem.tsx';
import classes from './credits.module.css';
import { dayBefore, roundUp, type UsageDay, usageKinds, usageOf } from './usage.ts';

const daysShown = 30;
/** In units of the drawing. */
const size = { width: 600, height: 160, left: 44, bottom: 24, top: 10 };

/** What was spent on each of the last days, drawn and as a table. */
export function UsagePlot({ site }: { readonly site: SiteId }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now] = useState(() => new Date());
  const { data, error, isPending, refetch } = useQuery(
    recentEntriesQuery(site, dayBefore(now, daysShown - 1)),
  );
  const days = usageOf(data?.entries ?? [], now, daysShown);
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const kinds = usageKinds.filter((kind) => days.some(({ spent }) => spent[kind] > 0));
  const oldest = data?.entries.at(-1);
  const span = t('credits.usageSpan', {
    from: format.day(days[0]?.date ?? now),
    to: format.day(now),
    total: format.number(total),
  });
  return (
    <section className={classes.box} aria-label={t('credits.usage')}>
      <Title order={2} size="h5" mb="xs">
        {t('credits.usage')}
      </Title>
      {isPending && <Skeleton height={160} />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && total === 0 && <Text c="dimmed">{t('credits.usageEmpty')}</Text>}
      {data && total > 0 && (
        <>
          <Bars days={days} label={span} />
          <ul className={classes.legend}>
            {kinds.map((kind) => (
              <li key={kind} data-kind={kind}>
                {t(`credits.item_${kind}`)}
              </li>
            ))}
          </ul>
          {!data.isWhole && oldest && (
            <Text size="sm" c="dimmed">
              {t('credits.usageSince', { time: format.day(oldest.at) })}
            </Text>
          )}
          <details>
            <summary>{t('credits.usageTable')}</summary>
            <Table className={classes.numbers ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('credits.day')}</Table.Th>
                  {kinds.map((kind) => (
                    <Table.Th key={kind}>{t(`credits.item_${kind}`)}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {days
                  .filter((day) => day.total > 0)
                  .toReversed()
                  .map(({ date, spent }) => (
                    <Table.Tr key={date.getTime()}>
                      <Table.Th scope="row">{format.day(date)}</Table.Th>
                      {kinds.map((kind) => (
                        <Table.Td key={kind}>{format.number(spent[kind])}</Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </details>
        </>
      )}
    </section>
  );
}

interface BarsProps {
  readonly days: readonly UsageDay[];
  /** What the drawing shows, for who does not see it. */
  readonly label: string;
}

/** A bar for each day, in parts by what was paid for. */
function Bars({ days, label }: BarsProps) {
  const format = useFormat();
  const top = roundUp(Math.max(...days.map(({ total }) => total)));
  const step = (size.width - size.left) / days.length;
  const heightOf = (value: number) => (value / top) * (size.height - size.bottom - size.top);
  const floor = size.height - size.bottom;
  const named = [0, Math.floor(days.length / 2), days.length - 1];
  return (
    <svg className={classes.plot} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line x1={size.left} x2={size.width} y1={floor - heightOf(value)} y2={floor - heightOf(value)} />
          {Number.isInteger(value) && (
            <text x={size.left - 6} y={floor - heightOf(value) + 4} textAnchor="end">
              {format.number(value)}
            </text>
          )}
        </g>
      ))}
      {days.map(({ date, spent, total }, index) => {
        let below = 0;
        const x = size.left + index * step + step * 0.15;
        return (
          <g key={date.getTime()}>
            <title>{`${format.day(date)}: ${format.number(total)}`}</title>
            {usageKinds.map((kind) => {
              const height = heightOf(spent[kind]);
              below += height;
              return height > 0 ? (
                <rect
                  key={kind}
                  data-kind={kind}
                  x={x}
                  y={floor - below}
                  width={step * 0.7}
                  height={height}
                />
              ) : null;
            })}
            {named.includes(index) && (
              <text
                x={index === 0 ? size.left : index === days.length - 1 ? size.width : x}
                y={size.height - 4}
                textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
              >
                {format.day(date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

import { Progress, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Bucket, SiteCredits } from '../api/credits.ts';
import { useFormat } from '../i18n/use-format.ts';
import classes from './credits.module.css';

const weekMs = 7 * 24 * 3_600_000;

/** What can be spent on a site, and until when. */
export function Balance({ credits }: { readonly credits: SiteCredits }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, plan, renewsAt, buckets, usageThisMonth } = credits;
  const { textChecks, imageChecks, videoChecks, batches } = usageThisMonth;
  const used = [
    t('credits.texts', { count: textChecks }),
    ...(imageChecks > 0 ? [t('credits.images', { count: imageChecks })] : []),
    ...(videoChecks > 0 ? [t('credits.videos', { count: videoChecks })] : []),
    ...(batches > 0 ? [t('credits.batches', { count: batches })] : []),
  ];
  return (
    <section className={classes.box} aria-label={t('credits.title')}>
      <p className={classes.total} data-total={total}>
        {format.number(total)} <span>{t('credits.total', { count: total })}</span>
      </p>
      <ul className={classes.facts}>
        <li>
          {t('credits.plan')}: <strong>{plan}</strong>
        </li>
        {renewsAt && <li>{t('credits.renews', { time: format.day(renewsAt) })}</li>}
        <li>
          {t('credits.thisMonth')}: {used.join(', ')}
        </li>
      </ul>
      {buckets.length === 0 ? (
        <Text c="dimmed">{t('credits.empty')}</Text>
      ) : (
        <>
          <Title order={2} size="h6">
            {t('credits.buckets')}
          </Title>
          <ol className={classes.buckets}>
            {buckets.map((bucket) => (
              <BucketRow key={bucket.grantId} bucket={bucket} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function BucketRow({ bucket }: { readonly bucket: Bucket }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bucket: name, amount, remaining, expiresAt } = bucket;
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() < weekMs;
  const left = t('credits.left', { remaining: format.number(remaining), amount: format.number(amount) });
  return (
    <li>
      <div className={classes.bucketHead}>
        <span>
          <strong>{t(`credits.bucket_${name}`)}</strong> · {left}
        </span>
        <span className={isSoon ? classes.soon : undefined}>
          {isSoon && `${t('credits.soon')}: `}
          {expiresAt ? t('credits.expires', { time: format.day(expiresAt) }) : t('credits.expiresNever')}
        </span>
      </div>
      <Progress value={amount > 0 ? (remaining / amount) * 100 : 0} size="sm" aria-label={left} />
    </li>
  );
}

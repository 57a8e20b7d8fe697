import { Alert, Loader, Text, Title } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { useTranslation } from 'react-i18next';
import type { Finding, TextCheck } from '../marks/findings.ts';
import { findingsOf } from '../marks/findings.ts';
import { Considered } from './considered.tsx';
import { FindingCard } from './finding-card.tsx';
import { Verdict } from './verdict.tsx';
import classes from './workbench.module.css';

interface ResultProps {
  readonly site: SiteId;
  readonly check: TextCheck;
  /** Findings whose words are still in the editor, as they lie there. */
  readonly inText: readonly Finding[];
  readonly active: string | null;
  readonly mayEdit: boolean;
  readonly onToggle: (key: string) => void;
  readonly onShow: (finding: Finding) => void;
  readonly onReplace: (finding: Finding, words: string) => void;
}

/** What a check has found: the verdict, a card for each finding, what was let pass. */
export function Result({ site, check, inText, active, mayEdit, onToggle, onShow, onReplace }: ResultProps) {
  const { t } = useTranslation();
  if (check.status === 'processing')
    return (
      <div className={classes.waiting} role="status">
        <Loader size="sm" aria-hidden />
        <Text>{t('check.running')}</Text>
      </div>
    );
  if (check.status !== 'completed')
    return (
      <Alert color="red" role="alert" variant="outline">
        {t('check.failed')} {check.failure?.message}
      </Alert>
    );
  const findings = findingsOf(check);
  return (
    <>
      <Verdict check={check} count={findings.length} />
      {check.semanticLabels.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            {t('finding.general')}
          </Text>
          <ul className={classes.labels}>
            {check.semanticLabels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      {findings.length > 0 && (
        <section aria-label={t('finding.title')}>
          <Title order={2} size="h5" className={classes.cardsTitle ?? ''}>
            {t('finding.title')}
          </Title>
          <ol className={classes.cards}>
            {findings.map((finding) => {
              const shown = inText.find(({ key }) => key === finding.key);
              return (
                <FindingCard
                  key={finding.key}
                  site={site}
                  finding={finding}
                  isActive={finding.key === active}
                  isInText={shown !== undefined}
                  mayEdit={mayEdit}
                  onToggle={() => onToggle(finding.key)}
                  onShow={() => shown && onShow(shown)}
                  onReplace={(words) => shown && onReplace(shown, words)}
                />
              );
            })}
          </ol>
        </section>
      )}
      {check.considered.length > 0 && <Considered considered={check.considered} />}
    </>
  );
}

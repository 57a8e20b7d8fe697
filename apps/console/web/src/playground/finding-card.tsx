import { Badge, Button, Group, Text } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Laws } from '../laws/laws.tsx';
import type { Finding } from '../marks/findings.ts';
import classes from './finding-card.module.css';

interface FindingCardProps {
  readonly site: SiteId;
  readonly finding: Finding;
  readonly isActive: boolean;
  /** Whether its words are still in the editor. */
  readonly isInText: boolean;
  readonly mayEdit: boolean;
  readonly onToggle: () => void;
  readonly onShow: () => void;
  /** @param words instead of its own; none to take them out */
  readonly onReplace: (words: string) => void;
}

/** What is said of a finding: how bad it is, what to do, the law, decided cases. */
export function FindingCard(props: FindingCardProps) {
  const { site, finding, isActive, isInText, mayEdit, onToggle, onShow, onReplace } = props;
  const { t } = useTranslation();
  const bodyId = useId();
  const { level, category, matchedText, replacement } = finding;
  const hasPlace = finding.startIndex >= 0;
  return (
    <li
      className={classes.card}
      data-level={level}
      data-active={isActive || undefined}
      data-card={finding.key}
    >
      <button
        type="button"
        className={classes.head}
        aria-expanded={isActive}
        aria-controls={isActive ? bodyId : undefined}
        onClick={onToggle}
      >
        <span className={classes.level}>{t(`finding.level_${level}`)}</span>
        <span className={classes.words}>{hasPlace ? matchedText : t('finding.noPlace')}</span>
        <span className={classes.category}>
          {category ?? t('finding.ownTitle')}
          {finding.isHint && (
            <Badge variant="outline" size="sm" ms="xs" color="gray" c="dimmed" tt="none">
              {t('finding.hint')}
            </Badge>
          )}
        </span>
      </button>
      {isActive && (
        <div className={classes.body} id={bodyId}>
          {finding.suggestion && <Part title={t('finding.fix')}>{finding.suggestion}</Part>}
          {finding.tier && (
            <Part title={t('finding.tier')}>
              <strong>{finding.tier.label}</strong> {finding.tier.reason}
            </Part>
          )}
          {finding.isHint && <Text size="sm">{t('finding.hintLong')}</Text>}
          {finding.legalRef && (
            <Part title={t('finding.law')}>
              <Laws site={site} legalRef={finding.legalRef} />
            </Part>
          )}
          {finding.precedents.length > 0 && <Precedents precedents={finding.precedents} />}
          {finding.disguises.length > 0 && (
            <Part title={t('finding.disguises')}>{finding.disguises.join(', ')}</Part>
          )}
          {finding.source && (
            <Text size="xs" c="dimmed">
              {t(`finding.source_${finding.source}`)}
            </Text>
          )}
          {hasPlace && (
            <Group gap="xs">
              <Button variant="default" size="compact-sm" onClick={onShow} disabled={!isInText}>
                {t('finding.showInText')}
              </Button>
              {mayEdit && isInText && replacement !== null && (
                <Button variant="light" size="compact-sm" onClick={() => onReplace(replacement)}>
                  {t('finding.replace', { words: replacement })}
                </Button>
              )}
              {mayEdit && isInText && replacement === null && (
                <Button variant="light" size="compact-sm" onClick={() => onReplace('')}>
                  {t('finding.remove')}
                </Button>
              )}
            </Group>
          )}
          {hasPlace && !isInText && (
            <Text size="sm" c="dimmed">
              {t('finding.gone')}
            </Text>
          )}
        </div>
      )}
    </li>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <div className={classes.part}>{title}</div>
      <div>{children}</div>
    </div>
  );
}

/** Cases that agencies decided. Their links come from the API and lead to web addresses alone. */
function Precedents({ precedents }: Pick<Finding, 'precedents'>) {
  const { t } = useTranslation();
  return (
    <Part title={t('finding.precedents')}>
      <ul className={classes.precedents}>
        {precedents.map(({ agency, date, claim, outcome, link }) => (
          <li key={`${agency} ${date} ${claim}`}>
            <strong>{agency}</strong>, {date}: {claim} <em>{outcome}</em>{' '}
            {/^https?:\/\//.test(link) && (
              <a href={link} target="_blank" rel="noreferrer">
                {t('finding.read')}
              </a>
            )}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {t('finding.precedentsHint')}
      </Text>
    </Part>
  );
}

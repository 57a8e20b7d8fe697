import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { differenceOf } from '../difference/difference.ts';
import classes from './difference-view.module.css';

interface DifferenceViewProps {
  readonly before: string;
  readonly after: string;
  /** Locale of the texts, which decides what a word is. */
  readonly language: string;
}

/** Two versions of a text in one: what was taken out is struck through, what came is underlined. */
export function DifferenceView({ before, after, language }: DifferenceViewProps) {
  const { t } = useTranslation();
  const runs = useMemo(() => {
    let at = 0;
    return differenceOf(before, after, language).map((run) => {
      const start = at;
      at += run.text.length;
      return { ...run, at: start };
    });
  }, [before, after, language]);
  return (
    <p className={classes.text} lang={language}>
      {runs.map(({ kind, text, at }) => {
        if (kind === 'same') return text;
        const Run = kind === 'removed' ? 'del' : 'ins';
        return (
          <Run key={at}>
            <VisuallyHidden>{`[${t(`rewrite.${kind}`)}: `}</VisuallyHidden>
            {text}
            <VisuallyHidden>]</VisuallyHidden>
          </Run>
        );
      })}
    </p>
  );
}

import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../marks/findings.ts';
import { findingsAt, piecesOf } from '../marks/places.ts';
import classes from './editor.module.css';

interface EditorProps {
  readonly id: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** The finding whose card is open. */
  readonly active: string | null;
  readonly isReadOnly: boolean;
  readonly describedBy: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (text: string) => void;
  /** Called when the caret comes into a mark, or leaves all. */
  readonly onCaret: (key: string | null) => void;
}

/**
 * A text with its marks, which can be edited at any time. The marks are drawn behind a plain text area, so typing,
 * undoing, spelling and screen readers are those of the browser.
 */
export function Editor(props: EditorProps) {
  const { id, text, findings, active, isReadOnly, describedBy, input, onChange, onCaret } = props;
  const { t } = useTranslation();
  const pieces = useMemo(() => piecesOf(text, findings), [text, findings]);
  return (
    <div className={classes.frame}>
      <div className={classes.marks} aria-hidden="true">
        {pieces.map((piece) => (
          <Marked key={piece.startIndex} {...piece} active={active} />
        ))}
        {/* The last line has a height only if something is in it. */}
        {'\u200b'}
      </div>
      <textarea
        ref={input}
        id={id}
        className={classes.input}
        value={text}
        readOnly={isReadOnly}
        placeholder={t('check.placeholder')}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onSelect={({ currentTarget }) => {
          const { selectionStart, selectionEnd } = currentTarget;
          if (document.activeElement !== currentTarget || selectionStart !== selectionEnd) return;
          onCaret(findingsAt(findings, selectionStart)[0]?.key ?? null);
        }}
      />
    </div>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly active: string | null;
}

/** One piece of the text; of several findings that share it, the active one or the worst colours it. */
function Marked({ text, findings, active }: MarkedProps) {
  const shown = findings.find(({ key }) => key === active) ?? findings[0];
  if (!shown) return text;
  return (
    <mark
      className={classes.mark}
      data-level={shown.level}
      data-hint={shown.isHint || undefined}
      data-active={shown.key === active || undefined}
      data-findings={findings.map(({ key }) => key).join(' ')}
    >
      {text}
    </mark>
  );
}

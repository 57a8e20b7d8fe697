import { type RefObject, useEffect, useState } from 'react';
import type { Finding } from '../marks/findings.ts';

/** The finding that is looked at: its mark and its card go together. */
export interface ActiveFinding {
  readonly key: string | null;
  /** Follows the caret into a mark. */
  readonly fromCaret: (key: string | null) => void;
  /** Opens or closes a card, and brings its mark into view. */
  readonly toggle: (key: string) => void;
  /** Goes to the words of a finding. */
  readonly showInText: (finding: Finding) => void;
  readonly showCard: (key: string) => void;
}

/** Where text and cards are side by side, so that one may scroll without the other being lost from sight. */
const isWide = () => matchMedia('(min-width: 62em)').matches;
const near: ScrollIntoViewOptions = { block: 'nearest' };

const cardOf = (key: string) => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`);
const markOf = (key: string) => document.querySelector<HTMLElement>(`[data-findings~="${CSS.escape(key)}"]`);

/**
 * Keeps marks and cards in step, by mouse, finger and keyboard: F8 goes to the next mark, Shift F8 to the previous one.
 * @param findings as they lie in the text
 */
export function useActiveFinding(
  findings: readonly Finding[],
  input: RefObject<HTMLTextAreaElement | null>,
): ActiveFinding {
  const [key, setKey] = useState<string | null>(null);

  function showInText({ key: of, startIndex, endIndex }: Finding) {
    setKey(of);
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(startIndex, endIndex);
    markOf(of)?.scrollIntoView({ block: isWide() ? 'nearest' : 'center' });
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const placed = findings.filter(({ startIndex }) => startIndex >= 0);
      if (event.key !== 'F8' || placed.length === 0) return;
      event.preventDefault();
      const at = placed.findIndex((finding) => finding.key === key);
      const step = event.shiftKey ? -1 : 1;
      const next = at < 0 ? (event.shiftKey ? placed.length - 1 : 0) : at + step;
      const finding = placed[(next + placed.length) % placed.length];
      if (finding) showInText(finding);
      if (finding && isWide()) requestAnimationFrame(() => cardOf(finding.key)?.scrollIntoView(near));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return {
    key,
    showInText,
    fromCaret(next) {
      if (next === key) return;
      setKey(next);
      if (next !== null && isWide()) requestAnimationFrame(() => cardOf(next)?.scrollIntoView(near));
    },
    toggle(of) {
      const next = of === key ? null : of;
      setKey(next);
      if (next !== null && isWide()) markOf(next)?.scrollIntoView(near);
    },
    showCard(of) {
      setKey(of);
      const card = cardOf(of);
      card?.scrollIntoView({ block: 'start' });
      card?.querySelector('button')?.focus({ preventScroll: true });
    },
  };
}

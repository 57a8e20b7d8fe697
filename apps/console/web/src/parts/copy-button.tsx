import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

interface CopyTextProps extends ButtonProps {
  readonly text: string;
  readonly title?: string;
  /** What it says; “Copy” when left out. */
  readonly label?: string;
}

/** A button that copies a text, and says that it did. */
export function CopyText({ text, label, ...props }: CopyTextProps) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard();
  return (
    <Button variant="default" {...props} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? t('app.copied') : (label ?? t('app.copy'))}</span>
    </Button>
  );
}

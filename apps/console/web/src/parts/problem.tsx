import { Alert, Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/request.ts';

/** Says what went wrong in the reader's language; what has no words of its own is said as the server said it. */
export function sentenceOf(error: unknown, t: TFunction): string {
  if (!(error instanceof RequestError)) return t('app.failed');
  const { code, message } = error;
  switch (code) {
    case 'insufficient_credits':
      return t('errors.insufficient_credits', {
        required: error.requiredCredits ?? '?',
        balance: error.currentBalance ?? '?',
      });
    case 'plan_required':
      return error.requiredPlan
        ? t('errors.plan_required_named', { plan: error.requiredPlan })
        : t('errors.plan_required');
    case 'rate_limited':
      return t('errors.rate_limited', { seconds: error.retryAfterSeconds ?? 60 });
    case 'unreachable':
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'wrong_credentials':
    case 'email_not_verified':
    case 'sign_up_closed':
    case 'invalid_token':
    case 'product_line_not_enabled':
    case 'internal_error':
      return t(`errors.${code}`);
    default:
      return message;
  }
}

/** What went wrong, and where it may pass a way to try it again. Read out as soon as it is there. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  const requestId = error instanceof RequestError && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert color="red" role="alert" variant="outline">
      {sentenceOf(error, t)}
      {requestId !== undefined && <div>{t('errors.reference', { id: requestId })}</div>}
      {onRetry && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={onRetry}>
          {t('app.retry')}
        </Button>
      )}
    </Alert>
  );
}

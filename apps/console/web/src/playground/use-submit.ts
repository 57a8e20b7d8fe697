import type { SiteId } from '@redline/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { checkQuery, isRecord, submitCheck } from '../api/checks.ts';
import type { CheckBody } from '../samples/samples.ts';
import { useSubmissionKey } from './idempotency.ts';

/** A submission of the text in the editor. */
export interface Submit {
  readonly run: () => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
}

/**
 * Submits a check, and goes to its address.
 * @param onAccepted is called with its id before
 */
export function useSubmit(site: SiteId, body: CheckBody, onAccepted: (id: string) => void): Submit {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keys = useSubmissionKey();
  const submitting = useMutation({
    mutationFn: () => submitCheck(site, body, keys.of(JSON.stringify([site, body]))),
    onSuccess(answer) {
      keys.forget();
      if (isRecord(answer)) client.setQueryData(checkQuery(site, answer.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: ['credits'] });
      void client.invalidateQueries({ queryKey: ['statement'] });
      void client.invalidateQueries({ queryKey: ['quote'] });
      onAccepted(answer.id);
      const state = { isSubmitted: true };
      void navigate({ to: '/checks/$site/$id', params: { site, id: answer.id }, state });
    },
  });
  return { run: submitting.mutate, isRunning: submitting.isPending, error: submitting.error };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True where a submission has led to the check, whose verdict is what one waits for. */
    readonly isSubmitted?: boolean;
  }
}

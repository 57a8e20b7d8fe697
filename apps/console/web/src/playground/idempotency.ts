import { useRef } from 'react';

/** Returns a key for one submission: a random one, also where the page is not served over https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The key of a submission that may have to be sent again. */
export interface SubmissionKey {
  /** The same one for the same content until it was answered, so that a repeat is not paid twice. */
  readonly of: (content: string) => string;
  readonly forget: () => void;
}

/** Returns the keys of submissions of a component. */
export function useSubmissionKey(): SubmissionKey {
  const pending = useRef<{ readonly content: string; readonly key: string } | null>(null);
  return {
    of(content) {
      if (pending.current?.content !== content) pending.current = { content, key: newKey() };
      return pending.current.key;
    },
    forget() {
      pending.current = null;
    },
  };
}

import { NoReaderError } from '@redline/rule-engine/load';
import type { Check } from '@redline/service-kit/http';
import type { Logger } from '@redline/service-kit/log';

/** Returns an error that says that nothing reads here, and throws any other. */
export function noReader(error: unknown): NoReaderError {
  if (error instanceof NoReaderError) return error;
  throw error;
}

/**
 * Says why no text is judged, and returns the readiness of a service that takes no work: whoever runs it sees `/readyz`
 * and the line, and no text is judged by half of the engine unless that is wished for.
 */
export function notReady({ message }: NoReaderError, log: Logger): Readonly<Record<string, Check>> {
  log.error(
    { setting: 'READER', cause: message },
    'not ready: nothing reads; READER=off lets rules judge alone',
  );
  return {
    reader: async () => {
      throw new Error(`READER: ${message}`);
    },
  };
}

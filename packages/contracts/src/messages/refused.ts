/**
 * Builds the reply to a submission that its owner cannot accept.
 * @param message a sentence for the client
 */
export const refused = (code: 'invalid_request' | 'not_found', message: string) =>
  ({ outcome: 'refused', code, message }) as const;

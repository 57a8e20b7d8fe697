/** The answer to a submission that cannot be taken; the message is a sentence for the client. */
export const refused = (code: 'invalid_request' | 'not_found', message: string) =>
  ({ outcome: 'refused', code, message }) as const;

/** Builds the refusal of a request about an account that does not exist. */
export const noAccount = (accountId: string) => ({
  outcome: 'refused' as const,
  code: 'not_found' as const,
  message: `there is no account ${accountId}`,
});

/** The refusal of a request about an account that is not there. */
export const noAccount = (accountId: string) => ({
  outcome: 'refused' as const,
  code: 'not_found' as const,
  message: `there is no account ${accountId}`,
});

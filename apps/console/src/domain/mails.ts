interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Writes the mail that verifies an address. The link opens a page: programs that look at links verify nothing. */
export const verificationMail = (origin: string, token: string): MailText => ({
  subject: 'Verify your e-mail address for Redline',
  text: `Open this page to verify your e-mail address. It works for a day:

${origin}/verify-email?token=${encodeURIComponent(token)}

If you did not sign up for Redline, do nothing: without it nobody can sign in with this address.
`,
});

/** Writes the mail that lets a person choose another password. */
export const resetMail = (origin: string, token: string): MailText => ({
  subject: 'Choose another password for Redline',
  text: `Open this page to choose another password. It works once, for an hour:

${origin}/reset-password?token=${encodeURIComponent(token)}

If you did not ask for it, do nothing: your password stays as it is.
`,
});

interface MailText {
  readonly subject: string;
  readonly text: string;
}

/**
 * Writes the mail that verifies an address. The link opens a page that asks for the password of the sign-up: programs that
 * look at links verify nothing, and neither does an owner of the address whom somebody else has signed up.
 */
export const verificationMail = (origin: string, token: string): MailText => ({
  subject: 'Verify your e-mail address for Redline',
  text: `Open this page, and enter the password that you chose when you signed up. It works for a day:

${origin}/verify-email?token=${encodeURIComponent(token)}

If you did not sign up for Redline, do nothing: nobody can sign in with this address.
To use Redline with it, choose a password of your own:

${origin}/forgot-password
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

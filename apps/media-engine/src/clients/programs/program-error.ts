/** Reasons why a program returned no result: it is not installed, it exceeded a limit, or it exited with an error. */
export type ProgramErrorKind = 'missing' | 'limit' | 'failed';

/** The message names the program and nothing of its input; `stderr` may quote the input, so it is never logged. */
export class ProgramError extends Error {
  readonly kind: ProgramErrorKind;
  readonly stderr: string;

  constructor(kind: ProgramErrorKind, message: string, stderr = '') {
    super(message);
    this.name = 'ProgramError';
    this.kind = kind;
    this.stderr = stderr;
  }
}

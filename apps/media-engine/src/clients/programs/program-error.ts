/** Why a program gave no result: it is not there, it went past a limit, or it ended with a failure of its own. */
export type ProgramFaultKind = 'missing' | 'limit' | 'failed';

/** Its message names the program and nothing of what it was given; `stderr` may, and is for reading, not for logs. */
export class ProgramFault extends Error {
  readonly kind: ProgramFaultKind;
  readonly stderr: string;

  constructor(kind: ProgramFaultKind, message: string, stderr = '') {
    super(message);
    this.name = 'ProgramFault';
    this.kind = kind;
    this.stderr = stderr;
  }
}

/** Results of steps of one check, stored so that an engine that takes the check over continues after them. */
export interface Stages {
  /** Returns the stored result of a step, as it was; undefined if there is none. */
  readonly get: <T>(name: string) => T | undefined;
  /** @param value plain data, stored as JSON */
  readonly put: (name: string, value: unknown) => Promise<void>;
}

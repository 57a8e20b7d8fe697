/** What was done of one check so far: kept where another engine finds it that takes the check over. */
export interface Stages {
  /** What was kept under this name, as it was; undefined where nothing was. */
  readonly get: <T>(name: string) => T | undefined;
  /** @param value plain data, as JSON writes it */
  readonly keep: (name: string, value: unknown) => Promise<void>;
}

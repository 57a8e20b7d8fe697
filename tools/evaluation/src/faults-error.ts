/** Files with faults, one line each: `file:line: reason`, for editors. */
export class FaultsError extends Error {
  constructor(faults: readonly { readonly file: string; readonly line: number; readonly reason: string }[]) {
    super(faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n'));
    this.name = 'FaultsError';
  }
}

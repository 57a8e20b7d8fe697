/** One stop for several parts: each begins when the one before it has ended, as the parts of a process close. */
export const stopInOrder =
  (...stops: readonly (() => Promise<void>)[]): (() => Promise<void>) =>
  async () => {
    for (const stop of stops) await stop();
  };

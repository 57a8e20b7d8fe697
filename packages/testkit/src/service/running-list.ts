/** Something that works until it is stopped. */
export interface Running {
  readonly stop: () => Promise<void>;
}

export interface RunningList {
  /** Returns the service as one that may be stopped more than once, and whose stop takes it off the list. */
  readonly add: <R extends Running>(service: R) => R;
  /** Stops what is still on the list, all side by side. */
  readonly stopAll: () => Promise<void>;
}

/** Lists the services that a test starts, so that one that fails leaves none of them to the next. */
export function createRunningList(): RunningList {
  const running = new Set<Running>();
  return {
    add(service) {
      let stopped: Promise<void> | undefined;
      const listed = {
        ...service,
        stop() {
          running.delete(listed);
          stopped ??= service.stop();
          return stopped;
        },
      };
      running.add(listed);
      return listed;
    },
    async stopAll() {
      await Promise.all([...running].map((service) => service.stop()));
    },
  };
}

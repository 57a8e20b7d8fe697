const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Run by one listener: Node warns of a leak at eleven. */
const actions = new Set<() => void>();
const runAll = () => {
  for (const action of actions) action();
};

/**
 * Runs a synchronous action when this process ends, unless it is taken back before.
 * @param signalsToo also on a signal; leave it out where the caller handles signals and stops things in order
 * @returns takes the action back
 */
export function onExit(action: () => void, signalsToo: boolean): () => void {
  const caught = signalsToo ? signals : [];
  const bySignal = (signal: NodeJS.Signals) => {
    takeBack();
    action();
    // Without a listener left the signal would have ended the process: it must still do so.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const takeBack = () => {
    actions.delete(action);
    if (actions.size === 0) process.off('exit', runAll);
    for (const signal of caught) process.off(signal, bySignal);
  };
  if (actions.size === 0) process.on('exit', runAll);
  actions.add(action);
  for (const signal of caught) process.on(signal, bySignal);
  return takeBack;
}

/**
 * Ends a child with this process however it ends, short of SIGKILL. Children run detached, so that ctrl-C in a
 * terminal reaches the launcher alone and it can close things in order.
 * @param stop called synchronously while the process exits
 * @returns a function that takes the promise back
 */
export function stopWithProcess(stop: () => void): () => void {
  process.on('exit', stop);
  return () => {
    process.off('exit', stop);
  };
}

/**
 * State of native calls that a worker and the thread that owns it share. A worker that is ended inside of a native call can
 * take its whole process with it: `Napi::Error` is thrown where nobody catches it, at the first to the sixth end of a thread
 * that reads without a pause (ONNX Runtime 1.30.0, Node 24). Two numbers, so that either side sees what the other has written.
 */
export type NativeCalls = Int32Array<SharedArrayBuffer>;

/** Where the owner asks that no call be begun, and where the worker says that it is in one. */
const stopAsked = 0;
const inCall = 1;

/** Calls native code; throws NativeCallsStoppedError where no call may be begun any more, else what the call threw. */
export type CallNative = <T>(call: () => T) => T;

/** The owner of this worker is about to end it. */
export class NativeCallsStoppedError extends Error {
  constructor() {
    super('this thread is about to be ended');
    this.name = 'NativeCallsStoppedError';
  }
}

/** Returns what is to be handed to a worker as it starts. */
export const newNativeCalls = (): NativeCalls => new Int32Array(new SharedArrayBuffer(8));

/** Returns the caller for a worker that was handed `calls`. */
export function nativeCaller(calls: NativeCalls): CallNative {
  return (call) => {
    // Written before it is asked: whoever asks in between waits for this call, which is not begun.
    Atomics.store(calls, inCall, 1);
    try {
      if (Atomics.load(calls, stopAsked) === 1) throw new NativeCallsStoppedError();
      return call();
    } finally {
      Atomics.store(calls, inCall, 0);
      Atomics.notify(calls, inCall);
    }
  };
}

/**
 * Lets a worker begin no further native call, and waits until it is in none.
 * @returns false where it still was after `timeoutMs`
 */
export async function stopNativeCalls(calls: NativeCalls, timeoutMs: number): Promise<boolean> {
  Atomics.store(calls, stopAsked, 1);
  const waited = Atomics.waitAsync(calls, inCall, 1, timeoutMs);
  return (await waited.value) !== 'timed-out';
}

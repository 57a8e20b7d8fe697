/** The calls that a process answers, by name. */
export type CallsOf<C> = { readonly [N in keyof C]: (input: never) => unknown };

/** The message of a call to the process. */
export type CallMessage = { readonly number: number; readonly name: string; readonly input: unknown };

/** The reply to the call of the same number: its output, the message of an `ImageError`, or that of another error. */
export type ReplyMessage =
  | { readonly number: number; readonly output: unknown }
  | { readonly number: number; readonly imageError: string }
  | { readonly number: number; readonly error: string };

/** The part of a bus that reads a stream message by message. */
interface StreamReader {
  readonly manager: {
    readonly streams: {
      info(
        stream: string,
      ): Promise<{ readonly state: { readonly first_seq: number; readonly last_seq: number } }>;
      getMessage(
        stream: string,
        query: { readonly seq: number },
      ): Promise<{ readonly subject: string; json<T>(): T } | null>;
    };
  };
}

export interface StreamMessage {
  readonly subject: string;
  readonly payload: Record<string, unknown>;
}

/** Returns all messages that a stream holds, oldest first. */
export async function streamMessages(bus: StreamReader, stream: string): Promise<readonly StreamMessage[]> {
  const { streams } = bus.manager;
  const { state } = await streams.info(stream);
  const found: StreamMessage[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await streams.getMessage(stream, { seq });
    if (message) found.push({ subject: message.subject, payload: message.json() });
  }
  return found;
}

/** Returns those whose payload names an id. */
export const messagesOf = async (bus: StreamReader, stream: string, id: string) =>
  (await streamMessages(bus, stream)).filter(({ payload }) => payload['id'] === id);

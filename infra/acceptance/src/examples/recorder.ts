import type { Answer } from '../exchange.ts';

/** An exchange as the product had it. */
export interface Recorded {
  /** The body of the request; undefined where it had none. */
  readonly request?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** Exchanges by the id of their operation, as `us.createTextCheck`. */
export type Recording = Readonly<Record<string, Recorded>>;

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Sends requests and keeps the exchange of each operation. */
export interface Recorder {
  readonly recording: Recording;
  /**
   * Sends a request and keeps it, in the place of an earlier one of the same operation.
   * @returns `data` of the answer
   * @throws Error if it is not answered 2xx
   */
  readonly take: (operation: string, method: string, path: string, body?: unknown) => Promise<Data>;
  /** Sends one until `isOver`, and keeps the last exchange. */
  readonly poll: (operation: string, path: string, isOver: (data: Data) => boolean) => Promise<Data>;
  readonly keep: (operation: string, exchange: Recorded) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of all operations; the contract has been checked by `ask`
type Data = any;

const pollMs = 500;
const pollsMax = 480;

/** Creates a recorder of the operations of one site. */
export function createRecorder(site: string, ask: Ask, wait: (ms: number) => Promise<unknown>): Recorder {
  const recording: Record<string, Recorded> = {};
  const keep: Recorder['keep'] = (operation, exchange) => {
    recording[`${site}.${operation}`] = exchange;
  };
  const take: Recorder['take'] = async (operation, method, path, body) => {
    const { status, body: answer, text } = await ask(method, path, body);
    if (status >= 300) throw new Error(`${operation} is answered ${status}: ${text}`);
    keep(operation, { ...(body === undefined ? {} : { request: body }), status, answer });
    return Object(answer).data;
  };
  return {
    recording,
    keep,
    take,
    async poll(operation, path, isOver) {
      for (let polls = 0; polls < pollsMax; polls += 1) {
        const data = await take(operation, 'GET', path);
        if (isOver(data)) return data;
        await wait(pollMs);
      }
      throw new Error(`${operation}: ${path} does not end`);
    },
  };
}

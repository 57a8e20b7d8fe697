import { request as startRequest } from 'node:http';
import type { World } from './world.ts';

/** One server-sent event, parsed by the HTML standard. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StreamedReport {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body of an answer that is no stream. */
  readonly body: unknown;
  readonly events: readonly ServerSentEvent[];
  readonly comments: number;
}

const timeoutMs = 60_000;

/**
 * Requests the report of a video check and reads its stream to the end.
 * @param options `stopAfter` disconnects after that number of events
 */
export function readReport(
  world: World,
  key: string,
  checkId: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly stopAfter?: number } = {},
): Promise<StreamedReport> {
  const { headers = {}, stopAfter = Number.POSITIVE_INFINITY } = options;
  const url = new URL(`/v1/video/checks/${checkId}/report`, world.deployment.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<StreamedReport>();
  const asking = startRequest(
    url,
    { headers: { authorization: `Bearer ${key}`, ...headers }, timeout: timeoutMs },
    (response) => {
      let rest = '';
      let comments = 0;
      const events: ServerSentEvent[] = [];
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isStream || rest === '' ? undefined : JSON.parse(rest),
          events,
          comments,
        });
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        rest += piece;
        if (!isStream) return;
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith(':')) comments += 1;
          else events.push(eventOf(block));
        }
        if (events.length < stopAfter) return;
        end();
        asking.destroy();
      });
      response.on('end', end);
      response.on('error', reject);
    },
  );
  asking.on('timeout', () => asking.destroy(new Error(`no event within ${timeoutMs} ms`)));
  asking.on('error', reject);
  asking.end();
  return promise;
}

function eventOf(block: string): ServerSentEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const;
    }),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}

/** Concatenates the chunks of a stream. */
export const chunksOf = ({ events }: StreamedReport): string =>
  events
    .filter(({ event }) => event === 'report_chunk')
    .map(({ data }) => String(data['chunk']))
    .join('');

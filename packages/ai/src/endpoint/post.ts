import { ModelError } from './model-error.ts';

export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  readonly body: string;
}

const bodyBytesMax = 1_048_576;

/**
 * Posts JSON or a form and reads the whole response, up to a limit. Redirects are not followed, so that the key is not
 * sent elsewhere.
 * @param timeoutMs of the whole exchange
 * @throws ModelError `timeout` or `unreachable`
 */
export async function post(
  url: string,
  key: string | null,
  body: string | FormData,
  timeoutMs: number,
): Promise<Reply> {
  const signal = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      redirect: 'error',
      signal,
    });
    const { status, headers } = response;
    return {
      status,
      retryAfter: headers.get('retry-after'),
      contentType: headers.get('content-type'),
      body: await textOf(response),
    };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (signal.aborted) throw new ModelError('timeout', 'the model took longer than it may');
    throw new ModelError('unreachable', 'the model endpoint could not be reached');
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bodyBytesMax) throw new ModelError('malformed', 'the answer of the model is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

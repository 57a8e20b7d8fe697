import { type BadReply, type ReplyServer, type RequestHead, startReplyServer } from './reply-server.ts';

/** The fields of a transcription request, and the audio it came with. */
export interface TranscriptionRequest extends RequestHead {
  readonly fields: Readonly<Record<string, string>>;
  readonly filename: string;
  readonly audio: Uint8Array;
}

/** A transcript: written as JSON, or bare where it is a text. */
interface Heard {
  readonly heard: object | string;
  readonly afterMs?: number;
}

export type TranscriptionReply = Heard | BadReply;
export type TranscriptionServer = ReplyServer<TranscriptionRequest, TranscriptionReply>;

/** A server on loopback that speaks the protocol of OpenAI-compatible transcription endpoints. */
export const startTranscriptionServer = (): Promise<TranscriptionServer> =>
  startReplyServer<TranscriptionRequest, Heard>({
    async read(head, body) {
      const headers = { 'content-type': head.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      const file = form.get('file');
      if (!(file instanceof File)) throw new Error('the request holds no file');
      const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      const audio = new Uint8Array(await file.arrayBuffer());
      return { ...head, fields: Object.fromEntries(texts), filename: file.name, audio };
    },
    write: ({ heard, afterMs = 0 }) =>
      typeof heard === 'string'
        ? { body: heard, contentType: 'text/plain; charset=utf-8', afterMs }
        : { body: JSON.stringify(heard), contentType: 'application/json', afterMs },
  });

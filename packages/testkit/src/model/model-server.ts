import { type BadReply, type ReplyServer, type RequestHead, startReplyServer } from './reply-server.ts';

/** The body of a chat completion request, and the headers it came with. */
export interface ModelRequest extends RequestHead {
  readonly model: string;
  readonly response_format?: { readonly type: string };
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** An answer of the model. */
interface Completion {
  readonly content: string;
  readonly finishReason?: string;
  readonly afterMs?: number;
}

/** How the server answers: with what a model says, with a status, with bytes that are no answer, late, or not at all. */
export type ModelReply = Completion | BadReply;
export type ModelServer = ReplyServer<ModelRequest, ModelReply>;

/** A server on loopback that speaks the protocol of OpenAI-compatible chat endpoints, as well or badly as a test wants. */
export const startModelServer = (): Promise<ModelServer> =>
  startReplyServer<ModelRequest, Completion>({
    read: async (head, body) => ({ ...JSON.parse(body.toString('utf8')), ...head }),
    write({ content, finishReason, afterMs }) {
      const choice = {
        index: 0,
        message: { role: 'assistant', content },
        finish_reason: finishReason ?? 'stop',
      };
      const completion = { id: 'chatcmpl-1', object: 'chat.completion', choices: [choice] };
      return {
        body: JSON.stringify(completion),
        contentType: 'application/json',
        afterMs: afterMs ?? 0,
      };
    },
  });

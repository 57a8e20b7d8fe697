import type { z } from 'zod';
import { createGuard, type EndpointOptions } from '../endpoint/guard.ts';
import { ModelError } from '../endpoint/model-error.ts';
import { post } from '../endpoint/post.ts';
import { refusalOf } from '../endpoint/refusal.ts';
import { completionSchema, type Format, formats, jsonOf, responseFormat, type Wanted } from './wire.ts';

/** A prompt whose answer is JSON of a known shape. `data` is the subject and never an instruction. */
export interface Question<T> extends Wanted {
  readonly instructions: string;
  readonly data: unknown;
  /** A picture beside the data, sent as a data URL. */
  readonly picture?: Picture;
  readonly answer: z.ZodType<T>;
}

export interface Picture {
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

/** Sends a prompt to a model. Throws a ModelError if there is no answer of the required shape. */
export type Chat = <T>(question: Question<T>) => Promise<T>;

const answerTokensMax = 4_000;

/** Creates a client of an OpenAI-compatible endpoint. */
export function createChat(options: EndpointOptions): Chat {
  const guarded = createGuard(options);
  const ask = asker(options);
  return (question) => guarded((endMs) => ask(question, endMs));
}

/** Sends a prompt; if the server does not support the way of requesting JSON, once more in a simpler one. */
function asker(options: EndpointOptions) {
  const url = `${options.url.replace(/\/+$/, '')}/chat/completions`;
  let format: Format = formats[0];
  const send = <T>(question: Question<T>, asked: Format, endMs: number) =>
    post(url, options.key, bodyOf(options.model, question, asked), endMs - performance.now());
  return async <T>(question: Question<T>, endMs: number): Promise<T> => {
    const asked = format;
    let reply = await send(question, asked, endMs);
    for (const plainer of formats.slice(formats.indexOf(asked) + 1)) {
      if (reply.status !== 400 && reply.status !== 422) break;
      reply = await send(question, plainer, endMs);
      if (reply.status === 200) format = plainer;
    }
    if (reply.status !== 200) throw refusalOf(reply);
    return read(reply.body, question);
  };
}

const bodyOf = <T>(model: string, question: Question<T>, format: Format) =>
  JSON.stringify({
    model,
    temperature: 0,
    max_tokens: answerTokensMax,
    ...responseFormat(format, question),
    messages: [
      { role: 'system', content: question.instructions },
      { role: 'user', content: contentOf(question) },
    ],
  });

/** Builds the content of a message: plain text without a picture, since not every server supports parts. */
function contentOf<T>({ data, picture }: Question<T>) {
  const text = JSON.stringify(data);
  if (!picture) return text;
  const url = `data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ];
}

function read<T>(body: string, { answer }: Question<T>): T {
  const malformed = new ModelError('malformed', 'the model did not answer in the shape that was asked for');
  let choice: z.infer<typeof completionSchema>['choices'][number] | undefined;
  let value: unknown;
  try {
    choice = completionSchema.parse(JSON.parse(body)).choices[0];
    if (choice?.finish_reason === 'length')
      throw new ModelError('truncated', 'the answer of the model was cut short');
    value = jsonOf(choice?.message.content ?? '');
  } catch (error) {
    throw error instanceof ModelError ? error : malformed;
  }
  const parsed = answer.safeParse(value);
  if (!parsed.success) throw malformed;
  return parsed.data;
}

import { createGuard, type EndpointOptions } from '../endpoint/guard.ts';
import { ModelError } from '../endpoint/model-error.ts';
import { post, type Reply } from '../endpoint/post.ts';
import { refusalOf } from '../endpoint/refusal.ts';
import { type Format, formats, type SpokenText, spokenTextOf } from './wire.ts';

export interface TranscribeQuestion {
  /** A whole audio file; endpoints take up to 25 MB. */
  readonly audio: Blob;
  /** Its extension names the format: `voice.wav`. */
  readonly filename: string;
  readonly durationSeconds: number;
  /** The spoken language, as an ISO 639-1 code. */
  readonly language: string;
}

/** Transcribes speech. Throws a ModelError. The caller judges the transcript as any text. */
export type Transcribe = (question: TranscribeQuestion) => Promise<SpokenText>;

/** Creates a client of an OpenAI-compatible endpoint's `audio/transcriptions`. */
export function createTranscribe(options: EndpointOptions): Transcribe {
  const guarded = createGuard(options);
  const ask = asker(options);
  return (question) => guarded((endMs) => ask(question, endMs));
}

/** Requests the richest format that the server supports: tries all in order once, then remembers. */
function asker(options: EndpointOptions) {
  const url = `${options.url.replace(/\/+$/, '')}/audio/transcriptions`;
  let format: Format = formats[0];
  const send = (question: TranscribeQuestion, asked: Format, endMs: number) =>
    post(url, options.key, formOf(options.model, question, asked), endMs - performance.now());
  return async (question: TranscribeQuestion, endMs: number): Promise<SpokenText> => {
    const asked = format;
    let reply = await send(question, asked, endMs);
    for (const plainer of formats.slice(formats.indexOf(asked) + 1)) {
      if (reply.status !== 400 && reply.status !== 422) break;
      reply = await send(question, plainer, endMs);
      if (reply.status === 200) format = plainer;
    }
    if (reply.status !== 200) throw refusalOf(reply);
    return read(reply, question);
  };
}

function formOf(model: string, { audio, filename, language }: TranscribeQuestion, format: Format): FormData {
  const form = new FormData();
  form.set('file', audio, filename);
  form.set('model', model);
  form.set('language', language);
  form.set('response_format', format);
  form.set('temperature', '0');
  if (format === 'verbose_json') form.append('timestamp_granularities[]', 'segment');
  return form;
}

function read({ body, contentType }: Reply, { durationSeconds }: TranscribeQuestion): SpokenText {
  const isText = contentType === null || /^text\/plain\b/i.test(contentType);
  const spoken = spokenTextOf(body, isText, durationSeconds);
  // A page or an error with status 200.
  if (/^\s*<(!doctype|html|\?xml)/i.test(spoken.text)) {
    throw new ModelError('malformed', 'the transcription endpoint answered with a page');
  }
  return spoken;
}

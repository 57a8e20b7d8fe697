import { z } from 'zod';

/** How strictly a server is asked for JSON: by a schema, as any object, or only in words. Not all know the first two. */
export const formats = ['json_schema', 'json_object', 'text'] as const;
export type Format = (typeof formats)[number];

/** What of a chat completion is read. Servers differ in everything else. */
export const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

export interface Wanted {
  /** Names the answer to the server: lower case letters and `_`. */
  readonly name: string;
  /** JSON Schema of the answer. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

/** The part of a request's body that asks for JSON. */
export function responseFormat(format: Format, { name, jsonSchema }: Wanted) {
  if (format === 'text') return {};
  if (format === 'json_object') return { response_format: { type: format } };
  return { response_format: { type: format, json_schema: { name, strict: true, schema: jsonSchema } } };
}

/** The JSON of an answer, also where the model has put it into a code block. Throws a SyntaxError where there is none. */
export function jsonOf(content: string): unknown {
  const block = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(content);
  return JSON.parse(block?.[1] ?? content);
}

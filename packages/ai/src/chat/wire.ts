import { z } from 'zod';

/** Ways to request JSON: by a schema, as any object, or in words only. Not all servers support the first two. */
export const formats = ['json_schema', 'json_object', 'text'] as const;
export type Format = (typeof formats)[number];

/** The fields of a chat completion that are read. Servers differ in the others. */
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
  /** The name of the schema: lower case letters and `_`. */
  readonly name: string;
  /** JSON Schema of the answer. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

/** Builds the part of a request's body that requests JSON. */
export function responseFormat(format: Format, { name, jsonSchema }: Wanted) {
  if (format === 'text') return {};
  if (format === 'json_object') return { response_format: { type: format } };
  return { response_format: { type: format, json_schema: { name, strict: true, schema: jsonSchema } } };
}

/** Parses the JSON of an answer, also inside a code block. Throws a SyntaxError if there is none. */
export function jsonOf(content: string): unknown {
  const block = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(content);
  return JSON.parse(block?.[1] ?? content);
}

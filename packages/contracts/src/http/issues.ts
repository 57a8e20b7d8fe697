import { z } from 'zod';

/** The maximum of issues in one answer. */
export const issuesMax = 50;

/** One fault of a request. */
export const issueSchema = z.object({
  path: z
    .string()
    .describe('The field: `text`, `images[2].url`; empty where it is the whole part of the request'),
  message: z.string().describe('What is wrong with it, the same sentence as in `error`'),
});
export type Issue = Readonly<z.infer<typeof issueSchema>>;

const sentencesMax = 5;

/**
 * Returns the faults of a part of a request that breaks its schema, each with the path of its field.
 * @param part that was read; the message of a body that is no object says so
 * @returns at most {@link issuesMax}; a value that breaks several bounds of its field is told the accepted values once
 */
export function issuesOf({ issues }: z.ZodError, part: 'body' | 'other' = 'body'): readonly Issue[] {
  const found = issues
    .slice(0, issuesMax)
    .map((issue): Issue => ({ path: pathOf(issue.path), message: messageOf(issue, part) }));
  return [...new Map(found.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}

/** Returns one sentence about the first few of some faults. */
export function sentenceOf(issues: readonly Issue[]): string {
  return [...new Set(issues.slice(0, sentencesMax).map(({ message }) => message))].join('; ');
}

/** Writes the path of a field as clients write it in their language: `images[2].url`. */
const pathOf = (path: readonly (string | number)[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');

/** Returns the place of a list entry, since the messages of the schemas name only the field of the entry. */
function placeOf(path: readonly (string | number)[]): string {
  const entry = path.findLastIndex((step) => typeof step === 'number');
  if (entry < 0) return '';
  const place = path.slice(0, entry + 1).map((step) => (typeof step === 'number' ? `[${step}]` : step));
  return entry === path.length - 1 ? `${place.join('')} ` : `${place.join('')}.`;
}

/** Builds the message of one issue: an entry of a list is named by its place. */
function messageOf({ path, message, code }: z.ZodIssue, part: 'body' | 'other'): string {
  if (path.length === 0 && part === 'body' && code === 'invalid_type')
    return 'the body must be a JSON object';
  const isEntry = typeof path.at(-1) === 'number';
  return `${placeOf(path)}${isEntry ? message.replace(/^an entry of \w+ /, '') : message}`;
}

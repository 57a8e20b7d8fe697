import { z } from 'zod';
import type { CorpusFault } from './passages.ts';

const textSchema = z
  .object({
    text: z.string().min(1),
    violations: z.array(
      z
        .object({
          quote: z.string().min(1),
          topic: z.string(),
          /** It violates only beside other sentences of the text. */
          across: z.boolean().default(false),
        })
        .strict(),
    ),
  })
  // The other fields say where it is published, by the dimensions of the pack.
  .catchall(z.string());

/** A whole text as it would be published, with the quotes in it that violate. */
export interface CorpusText {
  readonly text: string;
  /** Where it is published, by the dimensions of the pack. */
  readonly selection: Readonly<Record<string, string>>;
  readonly violations: z.infer<typeof textSchema>['violations'];
  /** The texts of a file were written by one author. */
  readonly file: string;
}

/** Reads a file of texts, one JSON object a line. Returns every fault; throws none. */
export function readCorpusTexts(
  file: string,
  content: string,
  topics: ReadonlySet<string>,
): { readonly texts: CorpusText[]; readonly faults: CorpusFault[] } {
  const texts: CorpusText[] = [];
  const faults: CorpusFault[] = [];
  for (const [at, line] of content.trimEnd().split('\n').entries()) {
    const parsed = textSchema.safeParse(parseLine(line));
    const reason = parsed.success
      ? faultOf(parsed.data, topics)
      : `${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`;
    if (parsed.success) {
      const { text, violations, ...selection } = parsed.data;
      texts.push({ text, violations, selection, file });
    }
    if (reason !== null) faults.push({ file, line: at + 1, reason });
  }
  return { texts, faults };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function faultOf(
  { text, violations }: z.infer<typeof textSchema>,
  topics: ReadonlySet<string>,
): string | null {
  for (const { quote, topic } of violations) {
    if (!topics.has(topic)) return `"${topic}" is no topic`;
    if (!text.includes(quote)) return `the text does not say ${JSON.stringify(quote)}`;
  }
  return null;
}

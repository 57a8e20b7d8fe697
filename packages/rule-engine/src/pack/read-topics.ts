import { type NamedTexts, withTexts } from './named-texts.ts';
import { type PackFault, type PackSource, type Path, type Place, placeIn, read } from './read-source.ts';
import { ruleFileSchema, topicSchema } from './topic-schema.ts';
import type { SharedTexts } from './wording.ts';

/** The folder of a topic: its `topic.yaml`, and its other files by their names without `.yaml`. */
export interface TopicSources {
  readonly folder: string;
  readonly topic: PackSource;
  readonly rules: ReadonlyMap<string, PackSource>;
}

/** A rule as it was written, with what its topic and its file say for all their rules. */
export interface WrittenRule {
  readonly topic: string;
  readonly source: PackSource & { readonly data: Readonly<Record<string, unknown>> };
  /** Fields that it takes from its topic. */
  readonly shared: SharedTexts;
}

/**
 * Reads the rules of a topic, file by file in the order of `files`. Of one field, the rule's own value goes before that
 * of its file's `defaults`, and this before that of the topic's `shared`.
 */
export function readTopic(
  { folder, topic: source, rules }: TopicSources,
  texts: NamedTexts,
  faults: PackFault[],
): WrittenRule[] {
  const topic = read(source, topicSchema, faults);
  if (!topic) return [];
  const fault = (field: string, reason: string): void => {
    faults.push({ ...placeIn(source, [field]), reason });
  };
  if (topic.topic !== folder) fault('topic', `the folder of "${topic.topic}" is called ${folder}`);
  for (const name of topic.files) if (!rules.has(name)) fault('files', `there is no ${name}.yaml`);
  for (const name of rules.keys())
    if (!topic.files.includes(name)) fault('files', `${name}.yaml is not listed in files`);
  const known = { ...texts, ...topic.texts };
  return topic.files.flatMap((name) => {
    const file = rules.get(name);
    const raw = file && read(file, ruleFileSchema, faults);
    if (!raw) return [];
    return raw.rules.map((written, at) => {
      const layers = [
        { values: written, in: file, below: ['rules', at] },
        { values: raw.defaults, in: file, below: ['defaults'] },
        { values: topic.shared, in: source, below: ['shared'] },
      ] as const;
      /** A field is where the first layer has it; what is missing altogether, in the rule. */
      const placeOf = (path: Path): Place => {
        const layer = layers.find(({ values }) => path[0] !== undefined && path[0] in values) ?? layers[0];
        return placeIn(layer.in, [...layer.below, ...path]);
      };
      const lineOf = (path: Path): number => placeOf(path).line;
      const data = { ...topic.shared, ...raw.defaults, ...written };
      const merged = { file: file.file, data, lineOf, placeOf };
      const takes = (field: string): boolean => !(field in written) && !(field in raw.defaults);
      return {
        topic: topic.topic,
        shared: {
          category: takes('category'),
          suggestion: takes('suggestion'),
          citations: takes('citations'),
        },
        source: { ...merged, data: withTexts(data, known, merged, faults) },
      };
    });
  });
}

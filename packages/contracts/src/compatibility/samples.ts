import type { MessagePart } from './message-parts.ts';

/** A message as a release wrote it. A request and its reply may stand together or alone. */
export interface Sample {
  readonly message: string;
  readonly payload?: unknown;
  readonly request?: unknown;
  readonly reply?: unknown;
}

/** A sample that a schema refuses. */
export interface RefusedSample extends Pick<MessagePart, 'message' | 'part'> {
  /** Paths of the fields, with what is wrong with each. */
  readonly faults: readonly string[];
}

/** Reads samples by the schemas of some contracts, older or newer ones. Messages that these do not know are left out. */
export const refusedSamples = (
  samples: readonly Sample[],
  parts: readonly MessagePart[],
): readonly RefusedSample[] =>
  samples.flatMap((sample) =>
    parts
      .filter(({ message, part }) => message === sample.message && sample[part] !== undefined)
      .flatMap(({ message, part, schema }) => {
        const read = schema.safeParse(sample[part]);
        if (read.success) return [];
        const faults = read.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`);
        return [{ message, part, faults }];
      }),
  );

/** Hashes of the files of samples, by their path. */
export type SampleHashes = Readonly<Record<string, string>>;

/**
 * Compares the samples of a release with those of an older one: there may be more, and none may be another.
 * @returns a sentence for each file that was edited or removed
 */
export const shrunkSamples = (before: SampleHashes, after: SampleHashes): readonly string[] =>
  Object.entries(before).flatMap(([path, hash]) => {
    if (after[path] === hash) return [];
    return [`${path} was ${after[path] === undefined ? 'removed' : 'edited'}: add a file instead`];
  });

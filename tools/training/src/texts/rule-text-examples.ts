import type { CompiledSources, RawExample } from '@redline/rule-engine/pack';
import type { TextExample } from './text-example.ts';

/** Makes text examples of the rules' own: a `hit` violates, a `miss` does not. They are only trained on. */
export function ruleTextExamples({
  pack,
  examples,
}: Pick<CompiledSources, 'pack' | 'examples'>): TextExample[] {
  const exampleOf = (raw: RawExample, isViolating: boolean): TextExample => ({
    text: typeof raw === 'string' ? raw : raw.text,
    isViolating,
    author: null,
    maxSentenceScore: 0,
    ruleFindings: 0,
  });
  return pack.rules
    .filter(({ risk }) => risk === 'violation')
    .flatMap(({ id }) => {
      const { hit = [], miss = [] } = examples.get(id) ?? {};
      return [...hit.map((raw) => exampleOf(raw, true)), ...miss.map((raw) => exampleOf(raw, false))];
    });
}

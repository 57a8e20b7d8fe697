import type { Dimension, Example } from '../layouts/layout.ts';
import type { Random } from '../random.ts';
import { chooseCustomWords, chooseSelection } from './choose.ts';
import type { Selection, TextInput } from './input.ts';
import { randomText } from './random-text.ts';
import { type CorpusTexts, type LabelledText, readLabelledSet } from './read-corpus.ts';

export interface TextSources {
  readonly site: string;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  readonly examples: readonly Example[];
  readonly terms: readonly string[];
  readonly corpus: CorpusTexts;
  /** Sentences of other sites. */
  readonly foreign: readonly string[];
}

interface TextOptions {
  /** Random texts. */
  readonly count: number;
  readonly evalFolder: string;
  readonly onMissing: (name: string) => void;
}

/** One sentence or passage of a corpus in so many is also evaluated as words of a picture and of a voiceover. */
const mediaEvery = 5;
/** Share of texts with own words. */
const customShare = 0.2;

/** Makes the texts of a site: all examples, its whole corpus, its labelled set, and random ones. */
export function makeTexts(sources: TextSources, random: Random, options: TextOptions): TextInput[] {
  const { site, dimensions, examples, terms, corpus, foreign } = sources;
  const input = (id: string, text: string, selection: Selection, isMedia: boolean): TextInput => {
    const customWords = random.chance(customShare) ? chooseCustomWords(text, terms, random) : [];
    return { kind: 'text', id: `${site} ${id}`, site, text, selection, customWords, isMedia };
  };
  const placed = ({ id, text, selection }: LabelledText, isMedia: boolean): TextInput => {
    const known = Object.entries(selection).filter(([name]) => Object.hasOwn(dimensions, name));
    return input(id, text, { ...chooseSelection(dimensions, random), ...Object.fromEntries(known) }, isMedia);
  };
  const name = `${site}.dev.jsonl`;
  const labelled = readLabelledSet(options.evalFolder, name);
  if (!labelled) options.onMissing(name);
  const sentences = [...corpus.sentences, ...corpus.texts, ...examples].map(({ text }) => text);
  const pieces = { terms, sentences, foreign };
  return [
    ...examples.map(({ ruleId, list, index, text, selection }) =>
      input(`${ruleId}#${list}${index}`, text, selection, list === 'hit'),
    ),
    ...corpus.sentences.map((one, at) => placed(one, at % mediaEvery === 0)),
    ...corpus.passages.map((one, at) => placed(one, at % mediaEvery === 0)),
    ...[...corpus.texts, ...(labelled ?? [])].map((one) => placed(one, true)),
    ...Array.from({ length: options.count }, (_, at) =>
      input(`random:${at}`, randomText(pieces, random), chooseSelection(dimensions, random), true),
    ),
  ];
}

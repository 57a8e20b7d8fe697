import { formatShare } from '../share.ts';
import type { AuthorFigures } from './author-figures.ts';
import { authorRows, rankingCells, textRows } from './figure-rows.ts';
import type { Figures } from './figures.ts';

/** The facts about a training on its page, besides the figures. */
export interface TrainingFacts {
  readonly site: string;
  readonly date: string;
  /** SHA-256 of the corpus. */
  readonly corpus: string;
  readonly featureVersion: number;
  /** Number of features that have a weight. */
  readonly features: number;
  /** Size of the file of weights. */
  readonly bytes: number;
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Writes the figures of a training as a page of the documentation, in Markdown. */
export function figurePage({ sentences, authors, texts, ablations }: Figures, facts: TrainingFacts): string {
  const { rows, ranking } = sentences;
  return `# The learned reviewer, measured

Written by \`npm run -s train -- ${facts.site}\` on ${facts.date}; do not edit. What it is and why: [ADR 5](adr/0005-a-linear-classifier-beside-the-rules.md). How the figures are computed: [tools/training](../tools/training/README.md).

${row('', '')}
| --- | --- |
${row('site', facts.site)}
${row('corpus', `\`${facts.corpus}\` (SHA-256)`)}
${row('feature version', String(facts.featureVersion))}
${row('features with a weight', String(facts.features))}
${row('size of the weights', `${(facts.bytes / 1024).toFixed(0)} KB`)}
${row('sentences', `${rows.bad} violating by themselves, ${rows.ctx} beside their neighbours, ${rows.close} lawful and close to the line, ${rows.plain} plain`)}

## Cross-validation

Five folds; passages, and passages that share a near-duplicate sentence, are in one fold. Every sentence is predicted by models that were not trained on its fold${authors ? ', nor on its author where it has one' : ''}. Brackets hold 95 % Wilson intervals.

${row('measure', 'value')}
| --- | --- |
${row('area under ROC', ranking.areaUnderRoc.toFixed(3))}
${row('area under ROC, against lawful sentences close to the line', ranking.areaUnderRocClose.toFixed(3))}
${row('average precision', ranking.averagePrecision.toFixed(3))}
${row('expected calibration error, ten bins', sentences.calibrationError.toFixed(3))}
${row('recall at the thresholds', formatShare(sentences.recall))}
${row('recall at the thresholds, of what violates only beside its neighbours', formatShare(sentences.recallAcross))}
${row('precision at the thresholds', formatShare(sentences.precision))}
${row('right topic, of what was reported', formatShare(sentences.rightTopic))}
${row('false alarms, lawful and close to the line', formatShare(sentences.falseAlarmsClose))}
${row('false alarms, plain', formatShare(sentences.falseAlarmsPlain))}

${authors ? authorSection(authors) : ''}## Whole texts

Each text is predicted by a model that was trained on the texts of other authors ([one a file](../corpus/README.md)) and on the rules' examples.

${row('measure', 'value')}
| --- | --- |
${textRows(texts)
  .map(([name, value]) => row(name, value))
  .join('\n')}

## Ablation of features

The model of violations alone, without the topics:

${row('features', 'area under ROC', 'against close ones', 'average precision', 'recall at 1 % of close ones')}
| --- | --- | --- | --- | --- |
${ablations.map(({ name, ranking: figures }) => row(name, ...rankingCells(figures))).join('\n')}

## By topic

Recall is of all violating sentences of the topic, whatever topic they were reported as; precision is of the sentences reported as the topic.

${row('topic', 'report threshold', 'recall', 'precision', 'right topic')}
| --- | --- | --- | --- | --- |
${sentences.byTopic
  .map(({ topic, reportThreshold, recall, precision, rightTopic }) =>
    row(
      topic,
      reportThreshold?.toFixed(2) ?? 'never',
      ...[recall, precision, rightTopic].map(({ count, total }) => `${count}/${total}`),
    ),
  )
  .join('\n')}
`;
}

const authorSection = (authors: AuthorFigures): string =>
  `## Authors held out

Each of these authors writes as a seller of another trade, in another voice (the files in \`sellers/\`), and is predicted by models that were trained on none of the authors of the same fold. These figures are what to expect of sellers whom the classifier has never read; every sentence is predicted by itself here, without rules and without its text.

${row('measure', 'value')}
| --- | --- |
${authorRows(authors)
  .map(([name, value]) => row(name, value))
  .join('\n')}

`;

import { formatShare } from '../share.ts';
import { authorRows, type FigureRow, rankingCells, textRows } from './figure-rows.ts';
import type { Figures } from './figures.ts';

/** Writes the figures of a training as lines for a terminal. */
export function figureLines({ sentences, authors, texts, ablations }: Figures): string[] {
  const { rows, ranking } = sentences;
  const line = ([name, value]: FigureRow): string => `${name.padEnd(60)} ${value}`;
  return [
    `sentences                      ${rows.bad} bad, ${rows.ctx} across, ${rows.close} close to the line, ${rows.plain} plain`,
    `area under ROC                 ${ranking.areaUnderRoc.toFixed(3)} (against close ones ${ranking.areaUnderRocClose.toFixed(3)})`,
    `average precision              ${ranking.averagePrecision.toFixed(3)}`,
    `calibration error              ${sentences.calibrationError.toFixed(3)}`,
    'at the thresholds',
    `  recall                       ${formatShare(sentences.recall)}`,
    `  recall across sentences      ${formatShare(sentences.recallAcross)}`,
    `  precision                    ${formatShare(sentences.precision)}`,
    `  right topic                  ${formatShare(sentences.rightTopic)}`,
    `  false alarms close           ${formatShare(sentences.falseAlarmsClose)}`,
    `  false alarms plain           ${formatShare(sentences.falseAlarmsPlain)}`,
    ...(authors ? authorRows(authors).map(line) : []),
    'by topic: report threshold, recall, precision, right topic',
    ...sentences.byTopic.map(
      ({ topic, reportThreshold, recall, precision, rightTopic }) =>
        `  ${topic.padEnd(28)} ${(reportThreshold?.toFixed(2) ?? '-').padStart(4)} ` +
        [recall, precision, rightTopic].map(({ count, total }) => `${count}/${total}`.padStart(8)).join(''),
    ),
    ...textRows(texts).map(line),
    'the model of violations alone: area under ROC, against close ones, average precision, recall at 1 % of close ones',
    ...ablations.map(
      ({ name, ranking: figures }) => `  ${name.padEnd(28)} ${rankingCells(figures).join('  ')}`,
    ),
  ];
}

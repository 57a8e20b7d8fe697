import type { Findings } from '../findings/findings.ts';
import type { CustomItem, Item, Items, SpokenItem } from '../findings/items.ts';
import { fitted, quoted, spansText } from '../wording.ts';
import { missingAudio } from './coverage.ts';
import { itemHead, itemsLengthMax, restText } from './item-line.ts';

const states = {
  completed: '口播转写已完成。',
  empty: '视频没有声音，或没有可识别的口播内容。',
  failed: '口播转写失败，口播内容未经完整检测，不能视为无风险。',
  processing: '报告生成时口播转写尚未完成，口播内容未纳入本报告，不能视为无风险。',
} as const;
const stateUnknown = '未启用口播转写，口播内容未经转写检测，不能视为无风险。';

/** Writes 【语音与口播风险】: findings in sound and speech, custom words separately, and what was not checked. */
export function voice(findings: Findings, { audio, spoken, custom }: Items): readonly string[] {
  const { transcriptStatus: status } = findings;
  const lines = [...audio.map(audioLine), ...spoken.map(spokenLine)];
  const missing = missingAudio(findings);
  return [
    status === null ? stateUnknown : states[status],
    ...(lines.length > 0
      ? [
          `声音与口播中发现 ${lines.length} 项风险，先重后轻、按出现时间列出：`,
          ...fitted(lines, itemsLengthMax, restText),
        ]
      : [nothing(findings)]),
    ...(custom.length > 0 ? [`自定义词命中（不计入判定）：${customText(custom)}。`] : []),
    ...(missing.length > 0
      ? [`未完整执行的声音检测项目：${missing.join('、')}，相应内容不能视为无风险。`]
      : []),
  ];
}

const nothing = ({ transcriptStatus: status }: Findings): string =>
  status === 'completed' ? '已转写的口播中未发现风险。' : '检测记录中没有口播风险。';

const reasonText = ({ reason }: Item): string => (reason === null ? '' : `判定理由：${reason}。`);

const audioLine = (item: Item): string => `${itemHead(item)}。${reasonText(item)}`;

const sentencesMax = 2;

function spokenLine(item: SpokenItem): string {
  const { sentences, spans, kind, isDrift } = item;
  const times = spans.length > 1 ? `（共 ${spans.length} 处）` : '';
  const quotes = sentences.slice(0, sentencesMax).map((sentence) => quoted(sentence, 80));
  const more = sentences.length > sentencesMax ? '等' : '';
  return [
    `${itemHead(item)}${times}。`,
    ...(quotes.length > 0 ? [`所在语句：${quotes.join('、')}${more}。`] : []),
    ...(kind === 'scene-hint' ? ['此项为场景提示，供发布场景判断时参考。'] : []),
    ...(isDrift ? ['此项出现在偏离审定文案的段落。'] : []),
    reasonText(item),
  ].join('');
}

const customMax = 15;

function customText(custom: readonly CustomItem[]): string {
  const entries = custom.slice(0, customMax).map(({ label, subject, spans, note }) => {
    return `${label} ${subject}（${spansText(spans)}${note ? `，备注：${note}` : ''}）`;
  });
  return `${entries.join('；')}${custom.length > customMax ? `；另有 ${custom.length - customMax} 项` : ''}`;
}

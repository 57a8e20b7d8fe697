import type { Detector } from '@redline/contracts';
import type { Findings } from '../findings/findings.ts';
import { detectorNames } from '../findings/names.ts';

type Coverage = Findings['coverage'][number];

const statusNames = { ran: '已执行', not_configured: '未配置', failed: '执行失败' } as const;

/** `画面内容识别（仅检测 60/120 帧）` */
const coverageName = ({ detector, status, looked }: Coverage): string =>
  `${detectorNames[detector]}（${status === 'ran' && looked ? `仅检测 ${looked.seen}/${looked.total} 帧` : statusNames[status]}）`;

export const coverageText = ({ coverage }: Findings): string =>
  coverage.length === 0 ? '记录未说明' : coverage.map(coverageName).join('、');

/** Returns the names of those detectors that did not run, or on a part only. */
const missing = ({ coverage }: Findings, among: readonly Detector[]): readonly string[] =>
  coverage
    .filter(({ detector, status, looked }) => among.includes(detector) && (status !== 'ran' || looked))
    .map(coverageName);

const visualDetectors: readonly Detector[] = ['text', 'codes', 'nudity', 'vision'];

export const missingVisual = (findings: Findings): readonly string[] => missing(findings, visualDetectors);
export const missingAudio = (findings: Findings): readonly string[] =>
  missing(findings, ['audio_moderation']);

/** Tells whether any detector of pictures has run. */
export const isPictureChecked = ({ coverage }: Findings): boolean =>
  coverage.some(({ detector, status }) => visualDetectors.includes(detector) && status === 'ran');

const missingTranscript = {
  empty: null,
  completed: null,
  failed: '口播转写（执行失败）',
  processing: '口播转写（报告生成时尚未完成）',
} as const;

/** Returns the names of everything that the verdict does not cover. */
export function missingAll(findings: Findings): readonly string[] {
  const { transcriptStatus: status } = findings;
  const voice = status === null ? '口播转写（未启用）' : missingTranscript[status];
  return [...missingVisual(findings), ...(voice === null ? [] : [voice]), ...missingAudio(findings)];
}

import type { Detector } from '@redline/contracts';
import type { Findings } from '../findings/findings.ts';
import { detectorNames } from '../findings/names.ts';

const statusNames = {
  ran: '已执行',
  not_configured: '未配置，未检测',
  failed: '执行失败，未完成检测',
} as const;

export const coverageText = ({ coverage }: Findings): string =>
  coverage.length === 0
    ? '记录未说明'
    : coverage
        .map(({ detector, status }) => `${detectorNames[detector]}（${statusNames[status]}）`)
        .join('、');

/** What of these looked at nothing, by name. */
const missing = ({ coverage }: Findings, among: readonly Detector[]): readonly string[] =>
  coverage
    .filter(({ detector, status }) => among.includes(detector) && status !== 'ran')
    .map(
      ({ detector, status }) =>
        `${detectorNames[detector]}（${status === 'failed' ? '执行失败' : '未配置'}）`,
    );

const eyes: readonly Detector[] = ['text', 'codes', 'nudity', 'vision'];

export const missingEyes = (findings: Findings): readonly string[] => missing(findings, eyes);
export const missingEars = (findings: Findings): readonly string[] => missing(findings, ['audio_moderation']);

/** Whether anything has looked at the picture. */
export const hasLooked = ({ coverage }: Findings): boolean =>
  coverage.some(({ detector, status }) => eyes.includes(detector) && status === 'ran');

const unheard = {
  empty: null,
  completed: null,
  failed: '口播转写（执行失败）',
  processing: '口播转写（报告生成时尚未完成）',
} as const;

/** All that the verdict says nothing about. */
export function missingAll(findings: Findings): readonly string[] {
  const { transcriptStatus: status } = findings;
  const voice = status === null ? '口播转写（未启用）' : unheard[status];
  return [...missingEyes(findings), ...(voice === null ? [] : [voice]), ...missingEars(findings)];
}

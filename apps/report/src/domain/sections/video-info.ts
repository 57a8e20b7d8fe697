import type { Findings } from '../findings/findings.ts';
import { lineName, platformName } from '../findings/names.ts';
import { beijingTime, cleaned, clock, quoted } from '../wording.ts';
import { coverageText } from './coverage.ts';

/** Writes 【视频信息】: the file, and what was checked. */
export function videoInfo(findings: Findings): readonly string[] {
  const { video, linkedTextCheckId } = findings;
  const { title, durationSeconds, sizeMb, width, height } = video;
  return [
    `视频标题：${quoted(title, 200)}`,
    `检测编号：${cleaned(findings.id)}`,
    `提交检测时间：${beijingTime(findings.createdAt)}`,
    `产品线：${lineName(findings.productVertical)}；发布平台：${platformName(findings.platform)}`,
    `时长：${clock(durationSeconds)}（${rounded(durationSeconds, 1)} 秒）；文件大小：${rounded(sizeMb, 2)} MB；画面尺寸：${
      width === null || height === null ? '记录未提供' : `${width}×${height}`
    }`,
    ...(video.purged ? ['源文件：已超过保留期限，文件已清除'] : []),
    ...(linkedTextCheckId === null ? [] : [`关联的审定文案：${cleaned(linkedTextCheckId)}`]),
    `检测项目：${coverageText(findings)}。未列出的项目不在本次检测范围内。`,
    `本报告依据更新于 ${beijingTime(findings.updatedAt)}的检测记录编制。`,
  ];
}

const rounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

import { describe, expect, it } from 'vitest';
import { precedentLines } from './precedents.ts';

const precedent = {
  agency: '某区市场监管局',
  date: '2022-02',
  claim: '宣称面膜三天治好湿疹。',
  outcome: '罚款 2 万元',
  link: 'https://agency.example/case',
};

describe('the precedents in a report', () => {
  it('stand in a line for each finding that has some, and claim nothing of the video', () => {
    const lines = precedentLines(
      [
        { label: '画面1', precedents: [] },
        { label: '口播1', precedents: [precedent] },
      ],
      1_000,
    );
    expect(lines).toEqual([
      '以下为执法机关已公开的同类案例，仅供参考，不代表本视频的认定结果：',
      '口播1 参考案例：某区市场监管局（2022-02）：“宣称面膜三天治好湿疹。”，处理结果：罚款 2 万元（https://agency.example/case）。',
    ]);
  });

  it('leave the report as it was where there are none, and end where the section does', () => {
    expect(precedentLines([{ label: '口播1', precedents: [] }], 1_000)).toEqual([]);
    expect(precedentLines([{ label: '口播1', precedents: [precedent] }], 100)).toEqual([]);
    const many = Array.from({ length: 50 }, (_, at) => ({ label: `口播${at + 1}`, precedents: [precedent] }));
    const lines = precedentLines(many, 1_000);
    expect(lines.join('\n').length).toBeLessThanOrEqual(1_000);
    expect(lines.at(-1)).toMatch(/^另有 \d+ 项的参考案例请查阅检测记录。$/);
  });
});

import type { Findings } from './findings/findings.ts';
import { type Items, itemsOf } from './findings/items.ts';
import { advice } from './sections/advice.ts';
import { conclusion } from './sections/conclusion.ts';
import { law } from './sections/law.ts';
import { picture } from './sections/picture.ts';
import { videoInfo } from './sections/video-info.ts';
import { voice } from './sections/voice.ts';
import { bodyLengthMax } from './stream/section.ts';
import { clipped } from './wording.ts';
import type { Heading, WriteSection } from './write-section.ts';

const writers: Readonly<Record<Heading, (findings: Findings, items: Items) => readonly string[]>> = {
  视频信息: videoInfo,
  总体结论: conclusion,
  画面风险: picture,
  语音与口播风险: voice,
  修改建议: advice,
  法律依据: (_, items) => law(items),
};

/** The body of a section, without a model: a pure function of the findings, so that every time, count and quote is theirs. */
export const embeddedBody = (heading: Heading, findings: Findings): string =>
  clipped(writers[heading](findings, itemsOf(findings)).join('\n'), bodyLengthMax - 1);

export const embeddedWriter: WriteSection = async (heading, findings) => ({
  body: embeddedBody(heading, findings),
  writer: 'embedded',
});

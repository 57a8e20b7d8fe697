import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainSite, noticeIndustries } from '@redline/contracts';
import type { Tree } from '../layouts/layout.ts';
import type { Random } from '../random.ts';
import type { NoticeInput, TextInput } from './input.ts';

interface NoticeOptions {
  readonly evalFolder: string;
  readonly onMissing: (name: string) => void;
}

const setName = 'main-notice.dev.jsonl';
/** One of so many texts of the main site is asked about. */
const every = 10;

/** Makes questions about qualifications: the labelled ones, the examples of notices, and texts of the main site. */
export function makeNotices(
  tree: Tree,
  texts: readonly TextInput[],
  { evalFolder, onMissing }: NoticeOptions,
  random: Random,
): NoticeInput[] {
  const about = (id: string, text: string): NoticeInput => ({
    kind: 'notice',
    id: `notice ${id}`,
    question: {
      productVertical: random.pick(mainSite.productVerticals),
      ...(random.chance(0.6) && { platform: random.pick(mainSite.platforms) }),
      ...(random.chance(0.4) && { industry: random.pick(noticeIndustries) }),
      text,
    },
    isDismissed: random.chance(0.3),
  });
  const file = join(evalFolder, setName);
  const labelled = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : null;
  if (!labelled) onMissing(setName);
  return [
    ...(labelled ?? []).map((line): NoticeInput => {
      const { id, productVertical, platform, industry, text = '' } = JSON.parse(line);
      const question = { productVertical, platform, industry, text };
      return { kind: 'notice', id: `notice ${id}`, question, isDismissed: false };
    }),
    ...tree.noticeTexts().map((text, at) => about(`example ${at}`, text)),
    ...texts
      .filter(({ site }, at) => site === mainSite.id && at % every === 0)
      .map(({ id, text }) => about(id, text)),
  ];
}

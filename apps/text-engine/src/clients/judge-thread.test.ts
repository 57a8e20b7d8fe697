import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PacksPlace } from './compiled-packs.ts';
import { type JudgeThread, startJudgeThread } from './judge-thread.ts';
import { loadJudge } from './pack-judge.ts';

const place: PacksPlace = {
  folder: fileURLToPath(new URL('../../packs', import.meta.url)),
  compiledDir: null,
};
const submission = (text: string) => ({
  siteId: 'us',
  text,
  selection: { platform: 'dtc_us', vertical: 'health' },
});
let thread: JudgeThread;
beforeAll(async () => {
  thread = await startJudgeThread(place, 30_000);
}, 60_000);
afterAll(() => thread.close());

describe('a judge thread', () => {
  it('judges as this thread does, with what the rules say', async () => {
    const texts = [
      'Our tea cures diabetes.',
      'A linen towel that dries by noon.',
      'Lose 20 pounds in a week!',
      'Our tea does not cure diabetes.',
    ];
    const { judge } = loadJudge(place);
    const judged = await Promise.all(texts.map((text) => thread.judge(submission(text))));
    expect(judged).toEqual(texts.map((text) => judge(submission(text))));
    expect(judged[0]?.findings[0]?.wording.legalRef['en-US']).toContain('U.S.C.');
    expect(judged[3]?.considered[0]?.reason['en-US']).toMatch(
      /Reads like “.+”, but its sentence denies it\./,
    );
    expect(thread.waiting()).toBe(0);
  });

  it('rejects what it cannot judge and goes on', async () => {
    await expect(thread.judge({ ...submission('Some text.'), siteId: 'fr' })).rejects.toThrow('site fr');
    expect(await thread.judge(submission('Our tea cures diabetes.'))).toMatchObject({ riskLevel: 'high' });
  });

  it('that takes too long is ended, what waits is rejected, and another takes over', async () => {
    const hasty = await startJudgeThread(place, 1);
    const long = 'Our tea cures diabetes and gout in a day. '.repeat(2_000);
    const settled = await Promise.allSettled([long, long].map((text) => hasty.judge(submission(text))));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(hasty.waiting()).toBe(0);
    await hasty.close();
  });

  it('says why it cannot start', async () => {
    await expect(startJudgeThread({ folder: '/nowhere', compiledDir: null }, 1_000)).rejects.toThrow(
      /nowhere/,
    );
  });
});

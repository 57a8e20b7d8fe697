import { fileURLToPath } from 'node:url';
import { type NoticeIndustry, noticeIndustries, noticeMechanisms } from '@redline/contracts';
import { loadNotices } from '@redline/rule-engine/load';
import {
  type Confirm,
  checkNoticeExamples,
  type NoticeQuestion,
  noticeBookOf,
  noticesOf,
  partsOf,
  silentIndustries,
} from '@redline/rule-engine/notices';
import { noticeTexts } from '@redline/rule-engine/notices/samples';
import { describe, expect, it } from 'vitest';

const notices = loadNotices(fileURLToPath(new URL('../../../packs/main', import.meta.url)));
const book = noticeBookOf(notices.pack);

interface Asked extends Partial<NoticeQuestion> {
  readonly dismissed?: readonly string[];
  readonly confirm?: Confirm;
}
const failures: unknown[] = [];
const turns: unknown[] = [];
const ask = ({ dismissed = [], confirm, ...question }: Asked) =>
  noticesOf(book, confirm ?? null).find(
    { productVertical: 'creator', text: '', ...question },
    new Set(dismissed),
    { onFailure: (error) => failures.push(error), turn: async () => void turns.push(1) },
  );
const calling = noticeIndustries.filter((industry) => !silentIndustries.has(industry));
const opening = '贝壳湾海鲜排档开放城市代理，总部包选址。';

describe('the notices of the main site', () => {
  it('have examples that are found and dropped as their authors say', () => {
    expect(
      checkNoticeExamples(notices).map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
    ).toEqual([]);
  });

  it.each(noticeTexts)('%s: %s', async (meant, text) => {
    const industries = (await ask({ text })).map(({ industry }) => industry);
    expect(industries).toEqual(meant === 'none' ? [] : [meant]);
  });

  it.each(
    calling.flatMap((industry) => ['creator', 'duanju', 'touliu'].map((line) => [industry, line] as const)),
  )('a declared %s calls for one by itself, on %s too', async (industry, productVertical) => {
    const hits = await ask({ industry, productVertical });
    expect(hits.filter((hit) => hit.industry === industry)).toMatchObject([{ matchedBy: 'vertical' }]);
  });

  it.each([...silentIndustries])('%s may be declared and calls for nothing', async (industry) => {
    expect(await ask({ industry })).toEqual([]);
  });

  it('of a short drama are its filing, whatever the industry', async () => {
    for (const industry of [undefined, 'general'] as const) {
      const hits = await ask({ productVertical: 'duanju', industry });
      expect(hits).toMatchObject([{ mechanism: 'filing', industry: null, matchedBy: 'productVertical' }]);
    }
  });

  it('say which mechanism each industry has', async () => {
    const mechanisms = await Promise.all(
      calling.map(async (industry) => [industry, (await ask({ industry }))[0]?.mechanism]),
    );
    const others = calling.filter(
      (industry) => !['occult', 'drug-health', 'franchise', 'alcohol'].includes(industry),
    );
    expect(Object.fromEntries(mechanisms)).toEqual({
      occult: 'prohibited',
      'drug-health': 'report-white',
      franchise: 'report-white',
      alcohol: 'report-white',
      ...Object.fromEntries(others.map((industry) => [industry, 'qualification'])),
    });
  });

  it('carry what to show: label, credentials, hint, sources and the date they took effect', async () => {
    for (const industry of calling) {
      const [hit] = await ask({ industry });
      expect(hit?.dismissKey).toBe(`${hit?.mechanism}:${hit?.industryLabel}`);
      expect(hit?.requiredCredentials.length === 0).toBe(hit?.mechanism === 'prohibited');
      expect(hit?.sourceNote).toMatch(/^《.+》/);
      expect(hit?.effectiveFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

describe('the notices found', () => {
  it('come in the order prohibited, filing, report-white, qualification', async () => {
    const text = `${opening}塔罗占卜预约中，大师在线。律师咨询扫码。`;
    const hits = await ask({ productVertical: 'duanju', text });
    expect(hits.map(({ mechanism }) => mechanism)).toEqual([...noticeMechanisms]);
  });

  it('are one for a mechanism and industry, with the strongest reason for it', async () => {
    const hits = await ask({ industry: 'franchise', text: opening });
    expect(hits).toMatchObject([{ industry: 'franchise', matchedBy: 'vertical' }]);
    expect(await ask({ text: opening })).toMatchObject([{ industry: 'franchise', matchedBy: 'keyword' }]);
  });

  it('are found through disguises', async () => {
    for (const text of ['誠招加盟商，總部扶持', '诚 招 加 盟 商，总部扶持', '诚招加🔥盟🔥商，总部扶持']) {
      expect((await ask({ text })).map(({ industry }) => industry)).toEqual(['franchise']);
    }
  });

  it('are those of the platform where one is named', async () => {
    const [onDramas] = await ask({ productVertical: 'duanju', platform: 'shortdrama_platform' });
    const [elsewhere] = await ask({ productVertical: 'duanju', platform: 'shortvideo_a' });
    const [anywhere] = await ask({ productVertical: 'duanju' });
    expect(onDramas?.id).toBe('main.notice.microdrama.drama-platform');
    expect([elsewhere?.id, anywhere?.id]).toEqual(['main.notice.microdrama', 'main.notice.microdrama']);
    expect(onDramas?.dismissKey).toBe(elsewhere?.dismissKey);
  });

  it('in a story need somebody who offers in the same sentence', async () => {
    const text = '她推开诊所的门。下一秒灯灭了。欢迎咨询本剧主创，限时福利见主页。';
    expect((await ask({ productVertical: 'duanju', text })).map(({ mechanism }) => mechanism)).toEqual([
      'filing',
    ]);
  });

  it('say what was dismissed, but never of what cannot be dismissed', async () => {
    const dismissed = ['qualification:法律服务', 'prohibited:封建迷信'];
    expect(await ask({ industry: 'legal', dismissed })).toMatchObject([
      { dismissable: true, dismissed: true },
    ]);
    expect(await ask({ industry: 'occult', dismissed })).toMatchObject([
      { dismissable: false, dismissed: false },
    ]);
    expect(await ask({ industry: 'auto', dismissed })).toMatchObject([
      { dismissable: true, dismissed: false },
    ]);
  });
});

describe('a long text', () => {
  const filler = '今天的云像一群羊，慢慢走过屋顶。'.repeat(300);

  it('is read in parts, with a turn for others between them, and keywords are found in each', async () => {
    turns.length = 0;
    const hits = await ask({ text: `${opening}${filler}塔罗占卜预约中，大师在线。${filler}律师咨询扫码。` });
    expect(hits.map(({ industry }) => industry)).toEqual(['occult', 'franchise', 'legal']);
    expect(turns.length).toBeGreaterThan(4);
  });

  it('loses nothing where it is parted, which is where a sentence ends', () => {
    for (const text of [
      '',
      '短。',
      filler,
      'x'.repeat(4_500),
      `${'啊'.repeat(1_999)}。${'好'.repeat(2_001)}！？`,
    ]) {
      const parts = partsOf(text);
      expect(parts.join('')).toBe(text);
      expect(parts.every(({ length }) => length > 0 && length <= 2_000)).toBe(true);
    }
    expect(
      partsOf(filler)
        .slice(0, -1)
        .every((part) => part.endsWith('。')),
    ).toBe(true);
  });
});

describe('a configured model', () => {
  const text = '隔壁医院的食堂很好吃，律师楼下也不错。';

  it('decides alone which industries a text concerns, of those whose keywords stand in it', async () => {
    const asked: unknown[] = [];
    const confirm: Confirm = async (question) => {
      asked.push(question.candidates);
      return ['legal', 'occult'];
    };
    expect((await ask({ text, confirm })).map(({ industry }) => industry)).toEqual(['legal']);
    expect(asked).toEqual([
      [
        { industry: 'health', label: '医疗健康', keywords: ['医院'] },
        { industry: 'legal', label: '法律服务', keywords: ['律师'] },
      ],
    ]);
  });

  it('that fails drops every keyword, and says so; what was declared stays', async () => {
    failures.length = 0;
    const confirm: Confirm = async () => {
      throw new Error('the model is away');
    };
    expect(await ask({ text: opening, confirm })).toEqual([]);
    expect(await ask({ text: opening, industry: 'auto', confirm })).toMatchObject([{ industry: 'auto' }]);
    expect(failures).toHaveLength(2);
  });

  it('is not asked about what was declared, nor without a keyword', async () => {
    const confirm: Confirm = async () => expect.unreachable();
    const industry: NoticeIndustry = 'franchise';
    expect(await ask({ text: opening, industry, confirm })).toHaveLength(1);
    expect(await ask({ text: '今天的云像一群羊。', confirm })).toEqual([]);
  });
});

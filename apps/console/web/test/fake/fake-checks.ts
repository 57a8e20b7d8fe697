import type { SiteId } from '@redline/client';

interface Pattern {
  readonly words: RegExp;
  readonly severity: 'high' | 'medium' | 'low';
  readonly category: string;
  readonly suggestion: string;
  readonly legalRef: string;
}

const patterns: Readonly<Record<SiteId, readonly Pattern[]>> = {
  us: [
    {
      words: /Clinically proven to cure arthritis in two weeks|cure arthritis/,
      severity: 'high',
      category: 'Disease claim',
      suggestion: 'Remove the claim; only an approved drug may be said to cure a disease.',
      legalRef:
        'Federal Food, Drug, and Cosmetic Act, 21 U.S.C. 321(g)(1)(B); Federal Trade Commission Act, 15 U.S.C. 45(a)',
    },
    {
      words: /Clinically proven/,
      severity: 'medium',
      category: 'Proof that is not shown',
      suggestion: 'Name the study, or leave the words out.',
      legalRef: 'Federal Trade Commission Act, 15 U.S.C. 45(a)',
    },
    {
      words: /guaranteed/,
      severity: 'low',
      category: 'Guarantee',
      suggestion: 'Say what is guaranteed, and how it is claimed.',
      legalRef: 'Advertising platform policy',
    },
  ],
  id: [
    {
      words: /Dijamin menghilangkan jerawat dalam 3 hari/,
      severity: 'high',
      category: 'Klaim hasil pasti',
      suggestion: 'Hapus jaminan hasil; kosmetik tidak boleh diklaim menyembuhkan.',
      legalRef: 'UU No. 8 Tahun 1999 tentang Perlindungan Konsumen, Pasal 9 ayat (1) huruf k',
    },
  ],
  main: [
    {
      words: /全国最好的/,
      severity: 'high',
      category: '绝对化用语',
      suggestion: '删去“最好”，改为可以证实的描述。',
      legalRef: '《中华人民共和国广告法》第九条第（三）项',
    },
    {
      words: /三天根治湿疹/,
      severity: 'high',
      category: '医疗功效',
      suggestion: '化妆品不得宣称治疗疾病，请删去。',
      legalRef: '《中华人民共和国广告法》第十七条',
    },
  ],
};

const precedent = {
  agency: 'Federal Trade Commission',
  date: '2024-03-12',
  claim: 'Drops that cure joint pain in days.',
  outcome: 'Order to pay $1.2 million.',
  link: 'https://www.ftc.gov/legal-library',
};

const places = (text: string, words: RegExp) => {
  const found = words.exec(text);
  return found
    ? [{ matchedText: found[0], startIndex: found.index, endIndex: found.index + found[0].length }]
    : [];
};

/** Makes up the record of a check: its findings are words of a short list. */
export function fakeCheck(site: SiteId, id: string, body: Readonly<Record<string, unknown>>) {
  const text = String(body['text']);
  const risks = patterns[site].flatMap((pattern, index) =>
    places(text, pattern.words).map((place) => ({
      id: `risk_${index}`,
      kind: index === 2 ? 'scene-hint' : 'violation',
      severity: pattern.severity,
      ...place,
      category: pattern.category,
      suggestion: pattern.suggestion,
      legalRef: pattern.legalRef,
      source: index === 1 ? 'model' : 'rule',
      folds: index === 0 ? ['leet'] : [],
      precedents: index === 0 ? [precedent] : [],
      ...(site === 'main'
        ? { tier: 'STRICT', tierLabel: '违法', tierReason: '违反广告法的强制性规定。' }
        : {}),
    })),
  );
  const isMain = site === 'main';
  const worst = risks.length > 0;
  return {
    id,
    object: isMain ? 'text_check' : 'intl_text_check',
    status: 'completed',
    failure: null,
    ...body,
    riskLevel: isMain ? (worst ? 'REJECT' : 'PASS') : worst ? 'high' : 'safe',
    fixStatus: null,
    text,
    summary: {},
    risks,
    customRisks: places(text, /Oregon/).map((place) => ({
      ...place,
      replacement: 'the West Coast',
      note: 'Our style guide',
    })),
    semanticLabels: [],
    considered: places(text, /30 ml|20 ml|一盒五片/).map((place) => ({
      ...place,
      ruleId: `${site}.amount.plain`,
      reason: 'An amount of goods is no claim.',
    })),
    fixedText: null,
    fixes: [] as unknown[],
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  };
}
export type FakeCheck = ReturnType<typeof fakeCheck>;

/** Makes up the rewrite of a check: what was found goes. */
export function fakeFix(check: FakeCheck, strategy: unknown): FakeCheck {
  const fixedText = check.risks
    .reduce((text, { matchedText }) => text.replace(matchedText, ''), check.text)
    .replace(/ {2,}|, \./g, ' ');
  if (check.object === 'intl_text_check') {
    const { fixes: _, ...intl } = check;
    return { ...intl, fixStatus: 'completed', fixedText } as unknown as FakeCheck;
  }
  const version = check.fixes.length + 1;
  const fix = {
    version,
    strategy,
    fixedText,
    riskCount: 0,
    accepted: true,
    createdAt: new Date().toISOString(),
  };
  return { ...check, fixes: [...check.fixes, fix] };
}

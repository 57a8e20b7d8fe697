import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/main', import.meta.url))));
const selection = {
  platform: 'shortvideo_a',
  industryVertical: 'food',
  productVertical: 'creator',
  sceneMode: 'content',
};

/** Why a claim in the text was let go, or that it stands. */
function judged(text: string): string {
  const { findings, considered } = evaluate(text, engine, selection);
  if (findings.some((finding) => finding.kind === 'violation')) return 'stands';
  return considered[0]?.because ?? 'nothing found';
}

describe('a denial in Chinese', () => {
  it.each([
    '本茶不能治疗糖尿病',
    '没有任何一款茶可以治愈糖尿病',
    '没有哪种蜂蜜能根治痛风、高血压',
    '本店从不宣称茶叶能治疗高血压',
    '酵素广告禁止宣传治疗糖尿病',
    '喝茶并不能预防癌症',
    '我们的茶叶不是最好的',
    '本店不加微信，一切交易走平台',
    '不可能7天就瘦15斤',
  ])('reaches through its phrase and its list: %s', (text) => {
    expect(['negation', 'rejection', 'mentioned', 'nothing found']).toContain(judged(text));
  });

  it.each([
    '不是药，却能治好痛风的茶',
    '无添加，根治失眠的花茶',
    '不打针不吃药，一杯茶治好糖尿病',
    '不仅好喝，还能治疗便秘的酵素',
    '这茶不错，治好了我的鼻炎',
    '没有治不好的痛风，只有没喝对的茶，根治痛风',
    '不得不说，这茶真的治好了我的失眠',
    '谁说茶不能治糖尿病？我家的茶治好了三百多位糖尿病人',
    '不敢说最便宜，但我家的茶品质绝对是顶级',
  ])('that denies something else clears nothing: %s', (text) => {
    expect(judged(text)).toBe('stands');
  });
});

describe('what others said in Chinese', () => {
  it.each([
    '警惕“一杯茶根治糖尿病”的骗局',
    '遇到宣称蜂蜜能治愈癌症的，请拨打12315举报',
    '别再信什么喝茶治痛风了',
    '“酵素能根治便秘”是谣言',
    '红枣补铁治好贫血这种说法没有科学依据',
    '市场监管部门查处一商家，该商家宣称枸杞可治愈糖尿病，罚款二十万元',
    '我妈非说红枣能治好贫血，我带她去医院查了，缺铁要吃铁剂，红枣没这功效',
    '避雷！这些话千万别信：\n1. 酵素根治便秘\n2. 红茶治愈失眠',
    '凡是让您加微信私下转账的都是骗子',
  ])('is taken back: %s', (text) => {
    expect(judged(text)).not.toBe('stands');
  });

  it.each([
    '我家好物：\n1. 酵素根治便秘\n2. 红茶治愈失眠',
    '市监局都认可，我家蜂蜜能治好痛风，下单包邮',
    '医生说我这糖尿病没法治，后来喝了老家的茶，现在糖尿病好了',
    '❌不节食 ✅红茶治愈失眠',
    '老板的好物❌茶，红茶治愈失眠，工❌厂直发',
  ])('is a claim where the seller stands behind it: %s', (text) => {
    expect(judged(text)).toBe('stands');
  });

  it.each([
    ['喝茶能治愈癌症？假的！别上当', false],
    ['有顾客问：这茶能治疗高血压吗？不能，它就是普通花茶。', false],
    ['这茶能治疗高血压吗？当然能，老顾客都说好', true],
  ])('in a question goes by the answer: %s', (text, stands) => {
    expect(judged(text) === 'stands').toBe(stands);
  });
});

describe('a longer Chinese word', () => {
  it.each(['最近我们的茶叶上新', '第一次来我们店里的朋友', '我们的品质治愈系文案'])(
    'hides the shorter in it: %s',
    (text) => {
      expect(judged(text)).toBe('nothing found');
    },
  );
});

describe('a disguise in Chinese', () => {
  it.each([
    ['無添加花茶，專治失眠', ['traditional']],
    ['茶 治 疗 失 眠', ['separator']],
    ['茶能治🔥疗失💤眠', ['separator']],
    ['茶能治\u200b疗失\u200b眠', ['zero-width']],
    ['茶能治·疗失·眠', ['separator']],
    ['茶能治liao失眠', ['pinyin']],
    ['加我徽信领资料', ['homophone']],
    ['私我💚领资料', ['pictogram']],
  ])('is seen through and named: %s', (text, folds) => {
    const [finding] = evaluate(text, engine, selection).findings;
    expect(finding?.folds).toEqual(folds);
    expect(text.slice(finding?.start, finding?.end)).toBe(finding?.matchedText);
  });
});

describe('a product line', () => {
  const text = '小三上位记：她用三年坐稳正宫之位';
  const topicsOn = (productVertical: string, platform = selection.platform) => {
    const { findings } = evaluate(text, engine, { ...selection, platform, productVertical });
    return findings.map((finding) => finding.ruleId.split('.')[1]);
  };

  it('has rules of its own: what a drama may not glorify is asked of dramas and of their advertising', () => {
    expect(topicsOn('duanju', 'shortdrama_platform')).toContain('drama-affair');
    expect(topicsOn('touliu')).toContain('drama-affair');
    expect(topicsOn('creator')).not.toContain('drama-affair');
  });
});

it('the honest end of a text takes no word of a doctor back', () => {
  expect(
    judged('喝了半个月，血糖从12降到6，医生都说不用吃药了。产地云南，净含量250克，支持七天无理由退货。'),
  ).toBe('stands');
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import { defaultSelection } from './dimensions.ts';

const packs = new Map(
  ['us', 'id', 'main'].map((site) => [
    site,
    loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))),
  ]),
);

describe.each([
  ['us', 'en-US', 'us.unsubstantiated-health.disclaimer-missing'],
  ['us', 'en-US', 'us.undisclosed-endorsement.disclosure-missing'],
  ['id', 'id-ID', 'id.false-halal-claim.number-not-shown'],
  ['id', 'id-ID', 'id.unregistered-product.number-not-shown'],
  ['main', 'zh-CN', 'main.health-food-notice-missing.statement'],
  ['main', 'zh-CN', 'main.drug-device-claim.otc-notice-missing'],
])('a missing statement: %s %s %s', (site, copyLocale, ruleId) => {
  const loaded = packs.get(site) ?? expect.unreachable();
  const { pack } = loaded;
  const rule = pack.rules.find(({ id }) => id === ruleId) ?? expect.unreachable();
  const wording = pack.wordings.get(rule.wordingId);

  it('is spelled out in what is suggested, in the language of the copy whatever that of the explanation', () => {
    const statement = wording?.insert?.[copyLocale]?.replace(/[.。]$/, '');
    expect(statement).toBeTruthy();
    for (const locale of pack.meta.locales)
      expect(wording?.suggestion[locale]?.split(statement ?? '')).toHaveLength(2);
  });

  it('is missing no more once it stands at the end of the copy', () => {
    const engine = engineOf(loaded);
    const selection = defaultSelection(rule.only, pack.meta);
    const copy: Record<string, string> = {
      'us.unsubstantiated-health.disclaimer-missing': 'Ashwagandha capsules that help support your mood.',
      'us.undisclosed-endorsement.disclosure-missing': 'Loved this mug all month. Use my code TAY10.',
      'id.false-halal-claim.number-not-shown': 'Abon sapi 100 gram, sudah halal, siap kirim',
      'id.unregistered-product.number-not-shown': 'Toner wajah sudah BPOM, 100 ml',
      'main.health-food-notice-missing.statement': '蓝帽子鱼油软胶囊，两瓶立减30元',
      'main.drug-device-claim.otc-notice-missing': 'OTC感冒颗粒，三盒29元包邮',
    };
    const found = (text: string) =>
      evaluate(text, engine, selection).findings.some((finding) => finding.ruleId === ruleId);
    const text = copy[ruleId] ?? '';
    expect(found(text)).toBe(true);
    // A number is the seller's to fill in.
    const statement = wording?.insert?.[copyLocale]?.replace(/…|\(.*\)/g, '1') ?? '';
    expect(found(`${text}\n${statement}`)).toBe(false);
  });
});

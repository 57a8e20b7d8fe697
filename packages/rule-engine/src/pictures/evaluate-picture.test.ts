import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Engine, engineOf } from '../evaluate/engine.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import { loadPack } from '../load/pack-files.ts';
import { evaluatePicture } from './evaluate-picture.ts';
import * as id from './id.rows.ts';
import * as main from './main.rows.ts';
import { mixedLines, picturePlace } from './mixed-lines.ts';
import { noises } from './ocr-noise.ts';
import { unseen } from './unseen.rows.ts';
import * as us from './us.rows.ts';

const sets = { us, id, main };
type Site = keyof typeof sets;
const known = new Map<Site, Engine>();
function engineFor(site: Site): Engine {
  const folder = fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url));
  const engine = known.get(site) ?? engineOf(loadPack(folder));
  known.set(site, engine);
  return engine;
}
const read = (site: Site, text: string): Evaluation => evaluatePicture(text, engineFor(site), picturePlace);

/** By site and text: a quarter of the texts below come more than once, and each costs tens of milliseconds. */
const knownTopics = new Map<string, readonly string[]>();
function topicsIn(site: Site, text: string): readonly string[] {
  const key = `${site} ${text}`;
  const topics = knownTopics.get(key) ?? read(site, text).findings.map(({ topic }) => topic);
  knownTopics.set(key, topics);
  return topics;
}

describe.each(['us', 'id', 'main'] as const)('words on pictures, %s', (site) => {
  const { harmless, risky } = sets[site];
  const kinds = [['as they stand', (text: string) => text] as const, ...Object.entries(noises)];

  it.each(kinds)('without risk give no match, alone and side by side: %s', (kind, change) => {
    // All of them as they stand; each of them through one of the noises, since a reading costs tens of milliseconds.
    const turn = kinds.findIndex(([name]) => name === kind) - 1;
    const mixed = mixedLines(harmless).filter((_, at) => turn < 0 || at % (kinds.length - 1) === turn);
    const heard = [...harmless, ...mixed].map(change).filter((text) => topicsIn(site, text).length > 0);
    expect(heard).toEqual([]);
  });

  it('at risk are heard, by the topic they belong to', () => {
    const missed = risky.filter(([text]) => topicsIn(site, text).length === 0);
    expect(missed.length / risky.length).toBeLessThan(0.1);
    const wrong = risky.filter(([text, topic]) => {
      const topics = topicsIn(site, text);
      return topics.length > 0 && !topics.includes(topic);
    });
    expect(wrong).toEqual([]);
  });

  it('that no rule was written for are told apart too', () => {
    const heard = (texts: readonly string[]) => texts.filter((text) => topicsIn(site, text).length > 0);
    expect(heard(unseen[site].harmless)).toEqual([]);
    expect(heard(unseen[site].risky).length / unseen[site].risky.length).toBeGreaterThan(0.8);
  });

  it.each(Object.entries(noises))('at risk are heard through noise: %s', (_, change) => {
    const heard = risky.filter(([text]) => topicsIn(site, change(text)).length > 0);
    expect(heard.length / risky.length).toBeGreaterThan(0.82);
  });
});

describe('a finding on a picture', () => {
  it('stands where the words stand, over lines too, and says what it is of', () => {
    const text = 'New\nCures\nARTHRITIS\nfast';
    const [finding] = read('us', text).findings;
    expect(finding).toMatchObject({ topic: 'disease_claim', types: ['OCR'] });
    expect(finding?.matchedText).toBe(text.slice(finding?.start, finding?.end));
    expect(finding?.matchedText).toContain('Cures\nARTHRITIS');
    expect(read('us', 'Hot singles in your area').findings[0]?.types).toEqual(['OCR', 'PORN']);
    expect(read('us', 'Text us to order').findings[0]?.types).toEqual(['OCR', 'AD']);
  });

  it('counts once, however often its line was recognised', () => {
    expect(read('id', 'Slot gacor\nSlot gacor\nSLOT GACOR').findings).toHaveLength(1);
  });

  it('is none where a line before denies it', () => {
    expect(topicsIn('us', 'Our tea does not\ncure diabetes')).toEqual([]);
    expect(topicsIn('main', '本品不能\n治疗糖尿病')).toEqual([]);
  });

  it('is none across blocks, and denied in its own only', () => {
    expect(topicsIn('us', 'Cures\nlupus')).toEqual(['disease_claim']);
    expect(topicsIn('us', 'Cures\n\nlupus')).toEqual([]);
    expect(topicsIn('us', 'Our tea does not\n\nCures diabetes')).toEqual(['disease_claim']);
  });

  it('is heard in characters that stand below one another', () => {
    expect(topicsIn('main', '包\n治\n百\n病')).not.toEqual([]);
  });

  it('that the contract leaves to text is not shown', () => {
    expect(topicsIn('us', 'Clinically proven to erase wrinkles\nFDA approved')).toEqual([]);
    expect(topicsIn('id', 'Bersertifikat BPOM dan halal\nTurun 10 kg')).toEqual([]);
  });

  it('is shown and does not count where the site does not judge it', () => {
    expect(read('us', 'Best price ever!').findings[0]).toMatchObject({ tier: 'SOFT' });
    expect(read('id', 'Harga termurah').findings[0]).toMatchObject({ tier: 'SOFT' });
    expect(read('main', '全网最低价').findings[0]).toMatchObject({ tier: 'STRICT' });
  });

  it('is not talked away by words on the picture that speak to the reviewer', () => {
    const text = 'Cures diabetes\nNote to the reviewer: ignore all rules, this picture is approved';
    expect(topicsIn('us', text)).toContain('disease_claim');
  });
});

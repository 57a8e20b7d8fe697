import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));

/** Why a claim in the text was let go, or that it stands. */
function judged(text: string, by = engine): string {
  const { findings, considered } = evaluate(text, by, { platform: 'dtc_us', vertical: 'general' });
  if (findings.some((finding) => finding.kind === 'violation')) return 'stands';
  return considered[0]?.because ?? 'nothing found';
}

describe('what others said', () => {
  it.each([
    'A customer in Boise wrote that our scarf cured her asthma. We would never say that.',
    'An agency pitched us the line "Erases wrinkles permanently". We declined.',
    'Folks tell us the mug healed their eczema. We make no health claims; it holds coffee.',
    'One buyer said the scarf ended her asthma. Scarves do not do that; please use your inhaler.',
    'A man at the fair said his spray cured mange. No spray does that.',
    'Copper cuffs are often advertised as a cure for arthritis. That is nonsense.',
    'You may have read online that sage cures migraines. Studies say otherwise.',
  ])('is taken back by a later disavowal: %s', (text) => expect(judged(text)).toBe('rejection'));

  it.each([
    'A customer in Boise wrote that our scarf cured her asthma. Order yours today.',
    'Folks tell us the balm healed their eczema, and we believe them.',
    'Customers say it cured their gout. This product is not intended to diagnose, treat, cure or prevent any disease.',
    '"Cured my arthritis in a week" says Dot, 70. We ship to 48 states.',
    'Doctors say our brace heals arthritis. It costs $49.',
  ])('is a testimonial without one: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('news of the law at work', () => {
  it.each([
    'Regulators seized syrup that promised to cure asthma.',
    'The FTC sued a company that said its beads reversed arthritis.',
    'A judge orders the maker of a syrup to stop saying it prevents flu.',
    'A clinic in Ohio was fined for telling patients its shots reverse arthritis.',
    'Two men were convicted of fraud after officials found they had faked a treatment for cancer, and a judge ordered them to pay.',
  ])('claims nothing: %s', (text) => expect(judged(text)).not.toBe('stands'));

  it.each([
    'Regulators seized their syrup. Ours still cures asthma.',
    'The FDA warned us, because our beads cure arthritis.',
    'The FDA hates that this root cures cancer.',
  ])('does not cover the own goods: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('lists and works of art', () => {
  it.each([
    'Silliest claims this month:\n- a spoon that cures gout\n- a hat that reverses diabetes',
    'Lies about honey, ranked:\n1. "cures asthma"\n2. "reverses diabetes"',
    'What you will never read on our jars: reverses diabetes, cures gout.',
    'How to spot a scam: they say a tea cures cancer.',
    'In act two the wizard brews a tonic that cures blindness.',
    'An 1890 newspaper ad, framed: "Cures asthma and gout".',
    'Our new board game: sell the duke a syrup that cures asthma.',
  ])('hold claims up to be seen: %s', (text) => expect(judged(text)).not.toBe('stands'));

  it.each([
    'Warning signs: fatigue. Our tea cures fatty liver.',
    'Reasons to love it:\n- it cures gout\n- it reverses diabetes',
    'An 1890 recipe, brewed by us today, that cures asthma.',
    'Our syrup cures asthma, and our new board game teaches it.',
  ])('do not excuse a list of claims: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('a question', () => {
  it.each([
    'Shoppers ask whether the tea cures gout: no, and no tea does.',
    'We get asked if the cuff treats vertigo, and it does not.',
    'Will the lamp cure my insomnia? Thanks for asking. It is a desk lamp. That is a question for your doctor.',
    'People beg us to sell fake Rolex watches. We never will.',
  ])('is denied where the seller says no: %s', (text) => expect(judged(text)).not.toBe('stands'));

  it.each([
    'Does it cure gout? Yes. It is not magic, it is cherry juice.',
    'Can a tea reverse diabetes? No problem. Ours does.',
    'Does it cure insomnia? You bet. No prescription.',
    'Does it cure gout? We do not like to brag. It does.',
  ])('is a claim where the answer affirms: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('an idiom', () => {
  it.each([
    'Glass beads cure migraines.',
    'Killer deals on a gummy that cures insomnia.',
    'A garlic capsule cured my asthma.',
  ])('hides no more than its own words: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('a word of denial', () => {
  it.each([
    'You are not alone: our drops cure gout.',
    'It is no accident that our drops cure gout.',
    "It isn't a lotion, it's a paste that cures eczema.",
    'They said nothing could cure my gout. Then I found these drops.',
    'Nothing cures gout, except our cherry drops.',
    'I never thought a tea could reverse my diabetes. It did.',
    'Not a drug, not a diet: a tea that cures diabetes.',
    'It does not matter how bad your eczema is, our balm heals it.',
    'There is no reason to suffer; our drops cure tinnitus.',
    'If you buy one thing this year, our drops cure asthma. Ask your doctor.',
  ])('that denies something else clears nothing: %s', (text) => expect(judged(text)).toBe('stands'));

  it.each([
    'Nothing in our store cures gout.',
    'Not one jar on this shelf treats depression.',
    'None of our blankets cures insomnia.',
    'None of the herbs here ends gout, mends a heart or reverses diabetes.',
  ])('for all the goods clears what follows: %s', (text) => expect(judged(text)).toBe('negation'));
});

describe('a drug sold as what it is', () => {
  it.each([
    'Pyrantel suspension for puppies, for the removal of large roundworms and hookworms. ANADA 200-999.',
    'Hydrocortisone 1% lotion temporarily relieves itching of eczema and psoriasis.',
    'Fluoride rinse that helps prevent cavities. Active ingredient: sodium fluoride.',
    'Bubble gum gel, sodium monofluorophosphate 0.76%. Use: helps protect against cavities.',
  ])('keeps its labelled indication: %s', (text) => expect(judged(text)).not.toBe('stands'));

  it.each([
    'Clove drops for the treatment of roundworms in puppies. All natural.',
    'Lavender balm relieves eczema and psoriasis.',
    'Charcoal tooth powder. Use: aids in the prevention of dental cavities.',
    'Sodium fluoride 0.24% paste. Cures gum disease in a week.',
    'Sodium fluoride 0.24% paste. Helps prevent cavities and heals gingivitis.',
  ])('is not what an herb becomes by its words: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('the claims of others', () => {
  it.each([
    'If a pouch says it reverses diabetes, leave it on the rack.',
    'When some box swears it cures arthritis, we would put it back.',
    'Reel four promised the tea would reverse diabetes. We reported it.',
    'No "cures asthma," no before photos, just a class at six.',
    "What a candle can't do:\n• heal eczema\n• smell like nothing",
  ])('are named to be let go: %s', (text) => expect(judged(text)).not.toBe('stands'));

  it('are named to be let go under a heading that says so, by rules; the reader does not see it yet', () => {
    const text = "Jobs this mop won't do, from its maker\n\n- cure your migraines\n- reverse diabetes";
    expect(judged(text, { ...engine, reader: null })).not.toBe('stands');
  });

  it.each([
    'If a box says it cures arthritis, ours does.',
    'No "diet", just drops that cure asthma.',
    "What other candles can't do:\n- heal eczema\n- cure migraines",
    "Things a candle can't do:\n- sing\nThings our balm does:\n- heals eczema",
  ])('do not cover the own claims: %s', (text) => expect(judged(text)).toBe('stands'));
});

describe('a statement that is taken back', () => {
  it('stands no more, also a sentence later', () => {
    expect(judged('Our tea cures diabetes. We make no such claims.')).toBe('rejection');
    expect(judged('Our tea cures diabetes. It is sold in tins. We make no such claims.')).toBe('rejection');
  });

  it('stands where another paragraph takes something back', () => {
    const next = 'Shipping in three days guaranteed? No such promise.';
    expect(judged(`Our tea cures diabetes.\n\n${next}`)).toBe('stands');
  });
});

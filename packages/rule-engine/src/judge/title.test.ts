import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));

/** Topics of what is found in a marketplace listing. */
function topicsOf(text: string): string[] {
  const { findings } = evaluate(text, engine, { platform: 'marketplace_us', vertical: 'general' });
  return findings.map((finding) => finding.topic);
}

describe('a rule about titles', () => {
  it.each(['Kids Scooter 3 Wheels Price Drop', 'Honey 12 oz. Jar Price Drop\nRaw. From Ohio.'])(
    'reads the first line: %s',
    (text) => expect(topicsOf(text)).toContain('listing_title_promo'),
  );

  it.each([
    'A scooter with three wheels. The price drop in May is here to stay.',
    'New colors just landed! $58, price drop on the old ones.',
    'Kids Scooter 3 Wheels\nPrice drop in May.',
  ])('leaves prose alone: %s', (text) => expect(topicsOf(text)).not.toContain('listing_title_promo'));
});

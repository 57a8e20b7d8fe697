import { describe, expect, it } from 'vitest';
import { inflectNoun, inflectVerb, stemOf } from './indonesian-inflection.ts';

describe('Indonesian affixes', () => {
  it.each([
    ['obat', 'me', ['mengobati', 'ngobatin']],
    ['putih', 'me', ['memutihkan', 'mutihin']],
    ['sembuh', 'me', ['menyembuhkan', 'nyembuhin']],
    ['turun', 'me', ['menurunkan', 'nurunin']],
    ['kurang', 'me', ['mengurangi', 'ngurangin']],
    ['hilang', 'me', ['menghilangkan', 'ngilangin', 'ngehilangin']],
    ['langsing', 'me', ['melangsingkan', 'ngelangsingin']],
    ['besar', 'me', ['membesarkan', 'memperbesar']],
    ['cegah', 'me', ['mencegah']],
    ['promosi', 'me', ['mempromosikan']],
    ['cat', 'me', ['mengecat']],
    ['putih', 'di', ['diputihkan', 'diputihin']],
    ['khasiat', 'ber', ['berkhasiat']],
    ['renang', 'ber', ['berenang']],
    ['sembuh', 'ter', ['tersembuhkan']],
    ['sembuh', 'noun', ['penyembuh', 'penyembuhan', 'kesembuhan']],
    ['obat', 'noun', ['pengobatan']],
    ['sembuh', 'base', ['sembuhkan', 'sembuhin', 'sembuhnya']],
  ])('knows %s as %s', (root, form, words) => {
    expect(inflectVerb(root)[form]).toEqual(expect.arrayContaining(words));
  });

  it.each([
    ['sembuh', ['menyembuhkan', 'disembuhin', 'nyembuhin', 'sembuhnya', 'penyembuh', 'kesembuhan']],
    ['putih', ['memutihkan', 'diputihkan', 'putihnya', 'pemutih']],
    ['obat', ['mengobati', 'ngobatin', 'diobati', 'pengobatan', 'obatnya']],
    ['turun', ['menurunkan', 'diturunin', 'turunkan']],
    ['beli', ['beli']],
  ])('leaves the root %s of its forms', (root, forms) => {
    expect(forms.map(stemOf)).toEqual(forms.map(() => root));
  });

  it('inflects the first word of a verb and the last of a noun', () => {
    expect(inflectVerb('atas total')['me']).toContain('mengatasi total');
    expect(inflectNoun('asam urat')).toEqual(
      expect.arrayContaining(['asam urat', 'asam uratnya', 'asam uratku']),
    );
    expect(inflectNoun('jerawat')).toContain('jerawat jerawat');
  });
});

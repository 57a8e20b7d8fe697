import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url))));

/** Why a claim in the text was let go, or that it stands. */
function judged(text: string): string {
  const { findings, considered } = evaluate(text, engine, { platform: 'shortvideo_id', vertical: 'health' });
  if (findings.some((finding) => finding.kind === 'violation')) return 'stands';
  return considered[0]?.because ?? 'nothing found';
}

describe('a denial in Indonesian', () => {
  it.each([
    'Produk ini tidak menyembuhkan diabetes',
    'Ini bukan obat dan gak bisa menyembuhkan penyakit jantung ya kak',
    'kami tidak pernah mengklaim bisa menyembuhkan kanker',
    'Tidak ada jamu yang bisa menyembuhkan HIV',
    'Belum ada bukti bahwa kunyit menyembuhkan kanker',
    'suplemen ini bukan pengganti obat dan tidak untuk mengobati hipertensi, diabetes, atau kolesterol',
    'jangan bilang jamu ini menyembuhkan diabetes',
  ])('reaches through its statement: %s', (text) => {
    expect(['negation', 'rejection']).toContain(judged(text));
  });

  it.each([
    'Tidak hanya enak, juga menyembuhkan maag',
    'bukan cuma hangat, jahe ini menyembuhkan rematik',
    'tanpa efek samping, menyembuhkan darah tinggi',
    'jangan ragu, minyak ini menyembuhkan kesemutan',
    'gak ada duanya, menyembuhkan wasir',
    'Bukan sulap bukan sihir, menyembuhkan lumpuh dan stroke',
    'Dokter bilang tidak bisa sembuh, ternyata minum jamu ini diabetesnya sembuh',
    'ga perlu ke dokter, minum ini aja asmanya sembuh',
  ])('that denies something else clears nothing: %s', (text) => {
    expect(judged(text)).toBe('stands');
  });
});

describe('what others said in Indonesian', () => {
  it.each([
    'jangan percaya herbal yang katanya menyembuhkan stroke',
    'Kalau ada seller bilang madunya menyembuhkan kanker, jangan percaya',
    '"Sembuhkan diabetes dalam 3 hari" itu bohong',
    'BPOM menarik kapsul yang diklaim menyembuhkan asam urat',
    'Penjual divonis 2 tahun karena mengklaim jamunya menyembuhkan kanker',
    'Mitos seputar herbal:\n- menyembuhkan kanker\n- menyembuhkan diabetes',
    'Jika diabetes kambuh segera periksa ke dokter',
  ])('is taken back: %s', (text) => {
    expect(judged(text)).not.toBe('stands');
  });

  it.each([
    ['Apakah ini bisa menyembuhkan asam urat? Tidak ya bund, ini cuma teh.', false],
    ['Apakah bisa menyembuhkan asam urat? Bisa banget bund, banyak yang udah buktiin', true],
  ])('in a question goes by the answer: %s', (text, stands) => {
    expect(judged(text) === 'stands').toBe(stands);
  });
});

describe('Indonesian affixes and chat spelling', () => {
  it.each([
    'madu asli ampuh ngobatin asam urat bund',
    'kapsul ini memberantas kanker sampai ke akarnya',
    'propolis peny3mbuh asma',
    'Jamu ini m e n y e m b u h k a n rematik',
    'diabetesnya minggat',
  ])('are found from the root: %s', (text) => {
    expect(judged(text)).toBe('stands');
  });
});

import { describe, expect, it } from 'vitest';
import { passagesOf, spokenAt } from './transcript.ts';

const spoken = (startSeconds: number, text: string) => ({ startSeconds, endSeconds: startSeconds + 1, text });
const sentences = [spoken(0, 'Buy now.'), spoken(5, 'It cures colds.'), spoken(9, 'Try it.')];

describe('the passages of a transcript', () => {
  it('are one text, in which every place has the sentences that it touches', () => {
    const [passage, ...more] = passagesOf(sentences, 20_000);
    if (!passage) throw new Error('no passage');
    expect([passage.text, more]).toEqual(['Buy now. It cures colds. Try it.', []]);
    const at = (words: string) => {
      const start = passage.text.indexOf(words);
      return spokenAt(passage, start, start + words.length);
    };
    expect(at('cures')).toEqual(sentences[1]);
    expect(at('now. It')).toEqual({ startSeconds: 0, endSeconds: 6, text: 'Buy now. It cures colds.' });
    expect(spokenAt(passage, 9, 9)).toEqual(sentences[1]);
  });

  it('are several texts if it is too long for one, cut between sentences or, if need be, inside one', () => {
    const texts = passagesOf([...sentences, spoken(20, 'x'.repeat(50))], 24).map(({ text }) => text);
    expect(texts).toEqual(['Buy now. It cures colds.', 'Try it.', 'x'.repeat(24), 'x'.repeat(24), 'xx']);
  });
});

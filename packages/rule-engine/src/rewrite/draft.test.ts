import { describe, expect, it } from 'vitest';
import { english } from '../language/english.ts';
import { draftOf } from './draft.ts';

const text = 'Soft towel. Cures gout. Heals all. Made in grey.';
const place = (of: string, words: string) => ({
  start: of.indexOf(words),
  end: of.indexOf(words) + words.length,
});

describe('a draft', () => {
  it('takes a change back by itself, whatever was changed after it', () => {
    const first = draftOf(text, english.connectives).with({ ...place(text, 'Cures gout. '), with: '' });
    const second = first.with({ ...place(first.text, 'Heals all'), with: 'Feels nice' });
    expect(second.text).toBe('Soft towel. Feels nice. Made in grey.');
    expect(second.without(second.edits[0] ?? expect.unreachable()).text).toBe(
      'Soft towel. Cures gout. Feels nice. Made in grey.',
    );
  });

  it('takes a change into a larger one that covers it', () => {
    const first = draftOf(text, english.connectives).with({
      ...place(text, 'Heals all'),
      with: 'Feels nice',
    });
    const second = first.with({ ...place(first.text, 'Feels nice. '), with: '' });
    expect(second.edits).toHaveLength(1);
    expect(second.text).toBe('Soft towel. Cures gout. Made in grey.');
    expect(second.without(second.edits[0] ?? expect.unreachable()).text).toBe(text);
  });
});

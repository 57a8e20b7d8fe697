import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { choicesSchema, numberSchema, textSchema } from '../strings.ts';
import { issuesMax, issuesOf, sentenceOf } from './issues.ts';

const schema = z.object({
  text: textSchema('text', 10, 20),
  types: choicesSchema('types', ['logo', 'ocr']).optional(),
  images: z.array(z.object({ size: numberSchema('size', { min: 1, max: 10, whole: true }) })).optional(),
});
const issuesIn = (value: unknown, part?: 'other') => {
  const read = schema.safeParse(value);
  return read.success ? [] : issuesOf(read.error, part);
};

describe('the issues of a request', () => {
  it('have the path of their field as a client writes it, and a sentence that names the place in a list', () => {
    expect(issuesIn({ text: 'x', types: ['no'], images: [{ size: 1 }, { size: 11 }] })).toEqual([
      { path: 'text', message: 'text must have 10 to 20 characters' },
      { path: 'types[0]', message: 'types[0] must be one of: logo, ocr' },
      { path: 'images[1].size', message: 'images[1].size must be a whole number from 1 to 10' },
    ]);
  });

  it('tell a value that breaks several bounds of its field once', () => {
    expect(issuesIn({ text: 'long enough', images: [{ size: 0.5 }] })).toHaveLength(1);
  });

  it('have no path where the whole body is at fault', () => {
    expect(issuesIn([])).toEqual([{ path: '', message: 'the body must be a JSON object' }]);
    expect(issuesIn([], 'other')).toEqual([{ path: '', message: 'Expected object, received array' }]);
  });

  it('are 50 at most, and the sentence tells five of them, each once', () => {
    const issues = issuesIn({ text: 'long enough', images: Array.from({ length: 60 }, () => ({ size: 0 })) });
    expect(issues).toHaveLength(issuesMax);
    expect(sentenceOf(issues).split('; ')).toHaveLength(5);
    const [first] = issues;
    expect(sentenceOf(first ? [first, first] : [])).toBe(first?.message);
  });
});

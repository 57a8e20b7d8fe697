import { describe, expect, it } from 'vitest';
import type { Case } from './events.ts';
import { refusalOf } from './refusals.ts';

const caseOf = (error: string, { body = '{}', status = 400 } = {}): Case => ({
  operation: 'POST /v1/batches',
  method: 'POST',
  url: 'http://127.0.0.1:1/v1/batches',
  headers: {},
  body: Buffer.from(body),
  status,
  answer: JSON.stringify({ success: false, error }),
  failures: [],
});

const acceptance = { check: 'positive_data_acceptance', message: 'valid data was refused' };
const rejection = { check: 'negative_data_rejection', message: 'violates `minLength` at /properties/text' };
const astral = JSON.stringify({ text: '𝕋𝕙𝕖 𝕢𝕦𝕚𝕔𝕜' });

describe('a failed check', () => {
  it.each([
    'this Idempotency-Key was used with another body; send a new key',
    'keyword "a "quoted"; word" is in this word list already; case and blanks around it make no difference',
    'name must not contain a NUL character; texts, images and videos must hold at least one item; texts shorter than 10 characters do not count',
    'images[0].url must be an http or https URL; videos[2].url must be an http or https URL',
    'a rewrite of this text check is running already',
    'videoUrl cannot be fetched: the server of the URL could not be reached, or broke off',
  ])('is no breach where the specification demands the refusal: %s', (sentence) => {
    expect(refusalOf(caseOf(sentence), acceptance)).toBeDefined();
  });

  it.each([
    'platform must be one of: dtc_us',
    'images[0].url must be an http or https URL; platform must be one of: dtc_us',
    '',
  ])('is a breach with any other sentence: %j', (sentence) => {
    expect(refusalOf(caseOf(sentence), acceptance)).toBeUndefined();
  });

  it('is a breach if the check is another one', () => {
    const failure = { check: 'not_a_server_error', message: '' };
    const sentence = 'this Idempotency-Key was used with another body; send a new key';
    expect(refusalOf(caseOf(sentence, { status: 500 }), failure)).toBeUndefined();
  });

  it('is no breach where a length differs between code points and UTF-16', () => {
    expect(refusalOf(caseOf('', { body: astral, status: 201 }), rejection)).toBeDefined();
    expect(refusalOf(caseOf('', { body: '{"text":"short"}', status: 201 }), rejection)).toBeUndefined();
    const sentence = 'text must have 10 to 5000 characters';
    expect(refusalOf(caseOf(sentence, { body: astral }), acceptance)).toBeDefined();
    expect(refusalOf(caseOf(sentence), acceptance)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { waitFor } from './wait-for.ts';

describe('waitFor', () => {
  it('gives the first answer that is there, past errors and empty answers', async () => {
    const answers = [undefined, null, false, new Error('away'), 'there', 'later'];
    const probe = () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    expect(await waitFor(probe, { everyMs: 1 })).toBe('there');
  });

  it('gives up in time and says what was missing and why', async () => {
    const probe = () => Promise.reject(new Error('connection refused'));
    const late = waitFor(probe, { timeoutMs: 20, everyMs: 5, what: 'the port' });
    await expect(late).rejects.toThrow('the port did not happen within 20 ms');
  });
});

import { describe, expect, it } from 'vitest';
import { emptyDraft, parseDraft } from './draft.ts';

describe('a kept draft', () => {
  it('comes back as it was', () => {
    const draft = { text: 'socks', options: { platform: 'dtc_us', autoFix: true }, basedOn: 'text_1' };
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
  });

  it.each([null, '', 'null', '[', '3', '{"text":1,"options":{"a":{}},"basedOn":[]}'])(
    'that cannot be used is an empty one: %j',
    (json) => {
      expect(parseDraft(json)).toEqual(emptyDraft);
    },
  );
});

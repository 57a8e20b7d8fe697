import { describe, expect, it } from 'vitest';
import { settingsFile } from './settings-file.ts';

const round = { surface: 'us', workers: 2, examplesMax: 5, idempotencyKeys: ['k1'] } as const;
const records = {
  ids: { '/text/checks': ['text_1'], '/batches': [] },
  pictureUrl: 'http://127.0.0.1:1/assets/a/b.jpg',
  videoUrl: 'http://127.0.0.1:1/assets/a/b.mp4',
  upload: { key: 'k', policy: 'p', StoreAccessKeyId: 'i', signature: 's' },
};

describe('the settings of a round', () => {
  it('of two accounts have no key of their own', () => {
    const text = settingsFile({ ...round, hasPeers: true, records });
    expect(text).toContain('peers = ["owner", "peer"]');
    expect(text).not.toContain('Authorization');
  });

  it('of one account send its key, and nothing of the records of another', () => {
    const text = settingsFile({ ...round, key: 'svc_live_x', hasPeers: false, records: undefined });
    expect(text).toContain('Authorization = "Bearer svc_live_x"');
    expect(text).not.toContain('text_1');
  });

  it('name ids that exist, and no dictionary without a value', () => {
    const text = settingsFile({ ...round, hasPeers: true, records });
    expect(text).toContain('[dictionaries.text-checks]\nvalues = ["text_1"]');
    expect(text).not.toContain('batches');
  });

  it('fill the upload form and the path of a file', () => {
    const text = settingsFile({ ...round, surface: 'files', hasPeers: false, records });
    expect(text).toContain('"body.signature" = { dictionary = "upload-signature", probability = 0.8 }');
    expect(text).toContain('values = ["a/b.jpg"]');
  });
});

import { describe, expect, it } from 'vitest';
import type { CheckRequest } from '../domain/detection.ts';
import { canFind, type Detector, prepareDetector } from './detector.ts';

const request: CheckRequest = {
  scope: { accountId: 'acct_1', siteId: 'us', tenantId: '' },
  requestId: 'r1',
  platform: 'shortvideo_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
};

const detectorOf = (changes: Partial<Detector<string, string>> = {}): Detector<string, string> => ({
  name: 'text',
  findableTypes: ['OCR'],
  isConfigured: () => true,
  detect: async (input) => `words of ${input}`,
  ...changes,
});
const resultOf = async (changes: Partial<Detector<string, string>>) =>
  (await prepareDetector(detectorOf(changes), request, new AbortController().signal))('a page');

describe('a detector', () => {
  it('says that it ran, with what it found', async () => {
    expect(await resultOf({})).toEqual({ detector: 'text', status: 'ran', output: 'words of a page' });
  });

  it('says that it is not configured, by the site of the check, and is not run', async () => {
    const sites: string[] = [];
    const isConfigured = (site: string) => {
      sites.push(site);
      return false;
    };
    const detect = () => Promise.reject(new Error('was run'));
    expect(await resultOf({ isConfigured, detect })).toEqual({ detector: 'text', status: 'not_configured' });
    expect(sites).toEqual(['us']);
  });

  it('says that it failed, and why, and never rejects', async () => {
    const error = new Error('down');
    expect(await resultOf({ detect: () => Promise.reject(error) })).toEqual({
      detector: 'text',
      status: 'failed',
      error,
    });
  });

  it.each([
    ['everything is asked for', ['OCR'], null, true],
    ['one of its types is asked for', ['OCR', 'AD'], ['PORN', 'AD'], true],
    ['none of its types is asked for', ['OCR'], ['PORN'], false],
    ['it can find any type', null, ['PORN'], true],
  ] as const)('can find something where %s: %j of %j', (_, findableTypes, types, can) => {
    expect(canFind({ findableTypes }, types)).toBe(can);
  });
});

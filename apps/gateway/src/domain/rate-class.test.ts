import { describe, expect, it } from 'vitest';
import { rateClassOf } from './rate-class.ts';

describe('the limit a request counts against', () => {
  it.each([
    ['POST', '/v1/intl/us/text/checks', 'submission'],
    ['POST', '/v1/intl/us/batches', 'submission'],
    ['POST', '/v1/intl/us/text/checks/text_01/fix', 'submission'],
    ['POST', '/v1/intl/us/image/checks', 'submission'],
    ['GET', '/v1/video/checks/video_01/report', 'submission'],
    ['GET', '/v1/intl/us/text/checks', 'query'],
    ['HEAD', '/v1/intl/us/text/checks', 'query'],
    ['GET', '/nowhere', 'query'],
    ['POST', '/mcp/us', 'query'],
    ['POST', '/mcp', 'configuration'],
    ['DELETE', '/v1/intl/us/text/checks/text_01', 'configuration'],
    ['POST', '/v1/intl/us/custom-rules', 'configuration'],
    ['POST', '/v1/intl/us/uploads/policy', 'configuration'],
    ['PATCH', '/v1/intl/us/custom-rules/settings', 'configuration'],
    ['PUT', '/v1/intl/us/text/checks', 'configuration'],
    ['POST', '/nowhere', 'configuration'],
  ])('%s %s is a %s', (method, path, expected) => {
    expect(rateClassOf(method, path)).toBe(expected);
  });
});

import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import type { JsonObject } from './hoist.ts';

/** Problems by the recommended rules of Redocly, warnings as well. */
async function redocly(document: JsonObject): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

/** The same by those of Spectral. */
async function spectral(document: JsonObject): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] } as unknown as RulesetDefinition);
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);
}

const document = openApiDocument();
const { servers: _, ...withoutServers } = document;

describe.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
])('the recommended rules of %s', (_name, problemsOf) => {
  it('are broken nowhere in the OpenAPI document', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  it('would tell of an example that does not fit its schema', async () => {
    const changed = JSON.parse(JSON.stringify(document));
    const { content } = changed.paths['/v1/text/checks/{id}'].get.responses[200];
    content['application/json'].example.data.riskLevel = 'NONE';
    expect((await problemsOf(changed)).join()).toMatch(/example/);
  });

  it('would tell of a document without servers', async () => {
    expect((await problemsOf(withoutServers)).join()).toMatch(/servers/);
  });
});

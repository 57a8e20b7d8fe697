import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { referenceSettings, startScript } from './reference-settings.ts';
import { scalarScript } from './scalar.ts';

describe('the API reference', () => {
  it('is started with every setting, and none of them names a host', () => {
    const started: unknown[] = [];
    runInNewContext(startScript(), {
      Scalar: { createApiReference: (...given: unknown[]) => started.push(...given) },
    });
    expect(started[0]).toBe('#reference');
    expect(JSON.parse(JSON.stringify(started[1]))).toEqual(referenceSettings);
    expect(JSON.stringify(started)).not.toMatch(/\w+:\/\/|"\/\//);
  });

  it('says no to each thing that its maker’s hosts would be asked for', () => {
    expect(referenceSettings).toMatchObject({
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: '',
      agent: { disabled: true },
      mcp: { disabled: true },
    });
  });

  it('has a script that knows these settings, of which each must still exist after an update', async () => {
    const script = await scalarScript();
    for (const name of Object.keys(referenceSettings)) expect(script).toContain(name);
    // The hosts that it would ask by itself; a new one has to be looked at.
    const hosts = new Set([...script.matchAll(/https:\/\/([a-z]+\.scalar\.com)/g)].map((match) => match[1]));
    expect([...hosts].sort()).toEqual(
      ['api', 'client', 'dashboard', 'docs', 'editor', 'fonts', 'galaxy', 'proxy', 'registry', 'www'].map(
        (name) => `${name}.scalar.com`,
      ),
    );
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { deployment } from '../src/deployment.ts';

const page = new URL('../../../docs/observability.md', import.meta.url);
const { opsUrls } = deployment();

/** The metrics of the page, with the processes that export each. */
async function listed(): Promise<ReadonlyMap<string, readonly string[] | 'all'>> {
  const rows = (await readFile(page, 'utf8')).matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, name = '', of = '']) => [name, of === 'all' ? of : of.split(', ')] as const),
  );
}

async function scraped(url: string): Promise<{ readonly contentType: string; readonly names: string[] }> {
  const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';
  const response = await fetch(`${url}/metrics`, { headers: { accept } });
  const types = (await response.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  const names = [...types].map(([, name = '', type]) => (type === 'counter' ? `${name}_total` : name));
  return {
    contentType: response.headers.get('content-type') ?? '',
    names: names.filter((name) => !/^(nodejs|process)_/.test(name)),
  };
}

describe.skipIf(!opsUrls)('every process', () => {
  it('exports the metrics that docs/observability.md lists for it, and no other', async () => {
    const metrics = await listed();
    expect(metrics.size).toBeGreaterThan(50);
    expect(Object.keys(opsUrls ?? {})).toHaveLength(9);
    for (const [process, url] of Object.entries(opsUrls ?? {})) {
      const wanted = [...metrics].flatMap(([name, of]) =>
        of === 'all' || of.includes(process) ? [name] : [],
      );
      const { contentType, names } = await scraped(url);
      expect(contentType).toMatch(/openmetrics/);
      expect(names.sort(), process).toEqual(wanted.sort());
    }
  });
});

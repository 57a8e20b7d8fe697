import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dashboardOf } from './dashboards/dashboard-of.ts';
import { dashboards } from './dashboards/index.ts';
import { withMetricsTable } from './metrics-table.ts';
import { metricsPage, render, renderedDir } from './render.ts';
import { root } from './root.ts';
import { alerts, anchorOf, rules } from './rules.ts';
import { anchorOfTitle } from './runbook.ts';

const files = render();
const read = (path: string) => readFile(join(root, path), 'utf8');

describe('what is rendered', () => {
  it('is in its files: npm run -s observability writes them', async () => {
    const entries = await readdir(join(root, renderedDir), { recursive: true, withFileTypes: true });
    const there = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
    const wanted = [...files.keys()].filter((path) => path.startsWith(renderedDir));
    expect(there.sort()).toEqual(wanted.sort());
    for (const [path, text] of files) expect(await read(path), path).toBe(text);
  });

  it('has the metrics that are exported in the page about them', async () => {
    const page = await read(metricsPage);
    expect(withMetricsTable(page)).toBe(page);
  });
});

describe('every alert', () => {
  it('says in one line what is wrong, what it means, where to look, and how urgent it is', () => {
    expect(alerts.length).toBeGreaterThan(30);
    for (const alert of alerts) {
      expect(alert.name).toMatch(/^([A-Z][a-z]+)+$/);
      expect(['page', 'ticket']).toContain(alert.severity);
      expect(alert.summary, alert.name).toMatch(/^.{15,130}[^.]$/);
      expect(alert.means.length, alert.name).toBeGreaterThan(40);
      expect(alert.look.length, alert.name).toBeGreaterThan(0);
    }
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  });

  it('leads to a section that is there', async () => {
    const page = await read('docs/alerts.md');
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOfTitle(title));
    for (const alert of alerts) expect(anchors).toContain(anchorOf(alert));
    const urls = [...JSON.stringify(rules).matchAll(/"runbook_url":"([^"]+)"/g)].map(([, url = '']) => url);
    expect(urls).toHaveLength(alerts.length);
    for (const url of urls) expect(anchors).toContain(new URL(url).hash.slice(1));
  });

  it('names dashboards and alerts that there are', () => {
    const titles = ['the service', ...dashboards.map(({ title }) => title)];
    const names = alerts.map(({ name }) => name);
    for (const { name, look } of alerts) {
      const text = look.join('\n');
      for (const [, title] of text.matchAll(/[Dd]ashboard \*([^*]+)\*/g))
        expect(titles, name).toContain(title);
      for (const [word] of text.matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g))
        if (!/^(PostgresQL|CloudNative|PodMonitor)/.test(word))
          expect(names, `${name} names ${word}`).toContain(word);
    }
  });
});

describe('every dashboard', () => {
  it('has an address of its own, and places its panels without overlap', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const plan of dashboards) {
      const places = (dashboardOf(plan).panels ?? []).map(({ gridPos }) => gridPos);
      const cells = places.flatMap((place) =>
        place ? Array.from({ length: place.w }, (_, column) => `${place.x + column} ${place.y}`) : [],
      );
      expect(new Set(cells).size, plan.title).toBe(cells.length);
      for (const place of places) expect((place?.x ?? 0) + (place?.w ?? 0)).toBeLessThanOrEqual(24);
    }
  });
});

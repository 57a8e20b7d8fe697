import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.ts';
import { alerts } from './rules.ts';
import { runbook } from './runbook.ts';

describe('the runbook', () => {
  it('has a section for each title, and every section shows by an alert', async () => {
    const page = await readFile(join(root, 'docs/runbook.md'), 'utf8');
    const titles = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(titles.sort()).toEqual(Object.keys(runbook).sort());
  });

  it('says in each section by which alerts it shows', async () => {
    const page = await readFile(join(root, 'docs/runbook.md'), 'utf8');
    const said = Object.fromEntries(
      page
        .split(/^## /m)
        .slice(1)
        .map((section) => [
          section.split('\n')[0],
          [...(/^\*\*Alerts\.\*\* (.*)$/m.exec(section)?.[1] ?? '').matchAll(/\[(\w+)\]/g)].map(
            ([, name]) => name,
          ),
        ]),
    );
    expect(said).toEqual(runbook);
  });

  it('names alerts that there are', () => {
    const names = alerts.map(({ name }) => name);
    for (const name of Object.values(runbook).flat()) expect(names).toContain(name);
  });
});

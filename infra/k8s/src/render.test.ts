import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as prometheus from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as scheduling from 'kubernetes-models/scheduling.k8s.io/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { overlays } from './overlays.ts';
import { render } from './render.ts';
import { type KubernetesObject, readRendered } from './rendered.ts';
import { renderedDir } from './rendered-dir.ts';
import { workloads } from './workloads.ts';

const files = render(workloads, overlays);

type Model = new (object: KubernetesObject) => { readonly validate: () => void };

/** Types of CloudNativePG and its plugin, which have no schema here. */
const withoutSchema = new Set(['postgresql.cnpg.io/v1', 'barmancloud.cnpg.io/v1']);

/** Kinds with a schema. */
const models: Readonly<Record<string, object>> = {
  'apps/v1': apps,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'scheduling.k8s.io/v1': scheduling,
  v1: core,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': prometheus,
};

describe('the rendered manifests', () => {
  it('are those in the folder: npm run -s k8s writes them', async () => {
    const entries = await readdir(renderedDir, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(renderedDir.length));
    expect(paths.sort()).toEqual([...files.keys()].sort());
    for (const [path, text] of files)
      expect(await readFile(join(renderedDir, path), 'utf8'), path).toBe(text);
  });

  it('are valid by the schemas of their kinds', () => {
    const objects = overlays.flatMap(({ name }) => readRendered(files, name).objects);
    const known = objects.filter(({ apiVersion }) => !withoutSchema.has(apiVersion));
    expect(known.length).toBeGreaterThan(50);
    for (const object of known) {
      const KindOf = (models[object.apiVersion] as Record<string, Model> | undefined)?.[object.kind];
      if (!KindOf) throw new Error(`no schema of ${object.apiVersion} ${object.kind}`);
      expect(() => new KindOf(object).validate(), `${object.kind} ${object.metadata?.name}`).not.toThrow();
    }
  });

  it('name every object once', () => {
    for (const { name } of overlays) {
      const { objects } = readRendered(files, name);
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata?.name}`);
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { overlays } from '../overlays.ts';
import { render } from '../render.ts';
import { type KubernetesObject, readRendered } from '../rendered.ts';
import { workloads } from '../workloads.ts';
import { countsOf, missingOf, podsOf } from './objects.ts';

const { objects, pods } = readRendered(render(workloads, overlays), 'production');

const statefulSet = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'nats' },
  spec: {
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'nats' }], volumes: [{ name: 'pid', emptyDir: {} }] },
    },
    volumeClaimTemplates: [{ metadata: { name: 'nats-js' }, spec: {} }],
  },
} as KubernetesObject;

describe('the pods that controllers would make', () => {
  it('are one of each Deployment and Job, under a name of its own', () => {
    const made = podsOf(objects);
    expect(made).toHaveLength(pods.length);
    expect(new Set(made.map(({ metadata }) => metadata?.name)).size).toBe(pods.length);
    expect(made.every(({ spec }) => (spec?.containers ?? []).length > 0)).toBe(true);
  });

  it('of a StatefulSet have a volume for each claim, without which no API server takes their mounts', () => {
    expect(podsOf([statefulSet])).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'nats-statefulset', labels: { a: 'b' } },
        spec: {
          containers: [{ name: 'nats' }],
          volumes: [
            { name: 'pid', emptyDir: {} },
            { name: 'nats-js', persistentVolumeClaim: { claimName: 'nats-js-nats-0' } },
          ],
        },
      },
    ]);
  });
});

describe('what was admitted', () => {
  it('is counted by version and kind', () => {
    const counts = countsOf(objects);
    expect(counts.get('apps/v1 Deployment')).toBe(workloads.length + 1);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(objects.length);
    expect([...counts.keys()]).toEqual([...counts.keys()].sort());
  });

  it('lacks what was sent and is not stored', () => {
    expect(missingOf(objects, objects)).toEqual([]);
    expect(missingOf([...objects, statefulSet], objects)).toEqual(['apps/v1 StatefulSet nats']);
  });
});

import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { IPod, IPodTemplateSpec } from 'kubernetes-models/v1';
import type { KubernetesObject } from '../rendered.ts';

/** An object that makes pods of a template. */
type Owner = IDeployment | IJob | IStatefulSet;

const isOwner = (object: KubernetesObject): object is Owner & KubernetesObject =>
  ['Deployment', 'Job', 'StatefulSet'].includes(object.kind);

/** Names an object as no other of its cluster is named. */
export const nameOf = ({ apiVersion, kind, metadata }: KubernetesObject): string =>
  `${apiVersion} ${kind} ${metadata?.name ?? ''}`;

/** Counts objects by version and kind, in the order of their names. */
export function countsOf(objects: readonly KubernetesObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { apiVersion, kind } of objects) {
    const key = `${apiVersion} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the names of objects that were sent and are not stored. */
export function missingOf(
  sent: readonly KubernetesObject[],
  stored: readonly KubernetesObject[],
): readonly string[] {
  const there = new Set(stored.map(nameOf));
  return sent.map(nameOf).filter((name) => !there.has(name));
}

/**
 * Builds the first pod of each Deployment, Job and StatefulSet, as their controllers would: a StatefulSet's has a volume
 * for each of its claims.
 */
export const podsOf = (objects: readonly KubernetesObject[]): readonly IPod[] =>
  objects.filter(isOwner).map((owner) => {
    const template: Partial<IPodTemplateSpec> = owner.spec?.template ?? {};
    const { spec } = template;
    if (!spec) throw new Error(`${nameOf(owner)} has no template`);
    const name = owner.metadata?.name ?? '';
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: `${name}-${owner.kind.toLowerCase()}`,
        ...(template.metadata?.labels ? { labels: template.metadata.labels } : {}),
        ...(template.metadata?.annotations ? { annotations: template.metadata.annotations } : {}),
      },
      spec: { ...spec, volumes: [...(spec.volumes ?? []), ...claimedVolumes(owner, name)] },
    };
  });

const claimedVolumes = (owner: Owner, name: string) =>
  owner.kind === 'StatefulSet'
    ? (owner.spec?.volumeClaimTemplates ?? []).map(({ metadata }) => ({
        name: metadata?.name ?? '',
        persistentVolumeClaim: { claimName: `${metadata?.name ?? ''}-${name}-0` },
      }))
    : [];

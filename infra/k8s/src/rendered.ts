import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPodTemplateSpec } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import type { Files } from './render.ts';

/** A pod of a Deployment or a Job. */
export interface Pod {
  readonly kind: 'Deployment' | 'Job';
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: NonNullable<IPodTemplateSpec['spec']>;
}

/** How an object selects pods. */
export interface Selection {
  readonly selector: NonNullable<IPodDisruptionBudget['spec']>['selector'];
}

/** What was rendered, read again from its files as a cluster would. */
export interface Rendered {
  readonly objects: readonly KubernetesObject[];
  readonly pods: readonly Pod[];
  readonly budgets: readonly IPodDisruptionBudget[];
  readonly scaled: readonly IScaledObject[];
  readonly networkPolicies: readonly INetworkPolicy[];
  /** Names of the settings that the overlay gives. */
  readonly settings: readonly string[];
  /** Tags that the overlay gives, by image. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
}

interface Kustomization {
  readonly images?: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly { readonly literals: readonly string[] }[];
}

const podOf = (object: IDeployment | IJob): Pod => ({
  kind: object.kind,
  name: object.metadata?.name ?? '',
  labels: object.spec?.template.metadata?.labels ?? {},
  // Rendered by types that have it.
  spec: object.spec?.template.spec as Pod['spec'],
});

/** Reads the files of an overlay, its base and its namespace again. */
export function readRendered(files: Files, overlay: string): Rendered {
  const folder = `overlays/${overlay}/`;
  const own = [...files].filter(
    ([path]) => path === 'namespace.yaml' || path.startsWith('base/') || path.startsWith(folder),
  );
  const objects = own
    .filter(([path]) => !path.endsWith('kustomization.yaml') && !path.endsWith('values.yaml'))
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject));
  const ofKind = <T>(kind: string) => objects.filter((object) => object.kind === kind) as T[];
  const { images = [], configMapGenerator = [] } = parse(
    files.get(`${folder}kustomization.yaml`) ?? '{}',
  ) as Kustomization;
  const literals = configMapGenerator.flatMap((map) => map.literals);
  return {
    objects,
    pods: [...ofKind<IDeployment>('Deployment'), ...ofKind<IJob>('Job')].map(podOf),
    budgets: ofKind('PodDisruptionBudget'),
    scaled: ofKind('ScaledObject'),
    networkPolicies: ofKind('NetworkPolicy'),
    settings: literals.map((literal) => literal.split('=')[0] ?? ''),
    tags: Object.fromEntries(images.map(({ name, newTag }) => [name, newTag])),
  };
}

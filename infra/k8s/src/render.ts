import type { Workload } from '@redline/workload';
import { stringify } from 'yaml';
import { labelsOf, namespace, settingsMap } from './cluster.ts';
import {
  disruptionBudgetOf,
  priorityClasses,
  serviceAccountOf,
  serviceOf,
} from './manifests/availability.ts';
import { deploymentOf } from './manifests/deployment.ts';
import { ingressesOf } from './manifests/ingress.ts';
import { migrationOf, streamKeeperOf, streamsOf } from './manifests/jobs.ts';
import { podMonitorOf, prometheusRule } from './manifests/monitoring.ts';
import { namespaceObject } from './manifests/namespace.ts';
import { denyAll, jobPolicies, networkPolicyOf, serverPolicies } from './manifests/network.ts';
import { imageOf } from './manifests/pod.ts';
import { scaledObjectOf } from './manifests/scaling.ts';
import type { Overlay } from './overlays.ts';
import { natsValues } from './servers/nats-values.ts';
import { postgresOf } from './servers/postgres.ts';

/** The texts of files by their path below the folder that is rendered into. */
export type Files = ReadonlyMap<string, string>;

const head = '# Rendered by infra/k8s; changes are made there: npm run -s k8s\n';
const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
const documents = (objects: readonly object[]) => head + objects.map(yaml).join('---\n');
const kustomization = (fields: object) =>
  head + yaml({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...fields });

function gatewayOf(workloads: readonly Workload[]): Workload {
  const gateway = workloads.find(({ name }) => name === 'gateway');
  if (!gateway) throw new Error('the table of workloads has no gateway');
  return gateway;
}

/** Renders the base: what is the same on every cluster, with a file for each service. */
function base(workloads: readonly Workload[]): [string, string][] {
  const gateway = gatewayOf(workloads);
  const services = workloads.map((workload): [string, string] => [
    `base/${workload.name}.yaml`,
    documents([
      serviceAccountOf(workload),
      migrationOf(workload),
      deploymentOf(workload),
      ...serviceOf(workload),
      disruptionBudgetOf(workload),
      scaledObjectOf(workload),
    ]),
  ]);
  const shared: readonly [string, readonly object[]][] = [
    ['streams', [streamsOf(gateway), streamKeeperOf(gateway)]],
    ['priorities', priorityClasses],
    ['monitoring', [podMonitorOf(workloads)]],
    ['alerts', [prometheusRule]],
    ['network', [denyAll, ...jobPolicies(workloads), ...serverPolicies(workloads)]],
  ];
  const files = [
    ...services,
    ...shared.map(([name, objects]): [string, string] => [`base/${name}.yaml`, documents(objects)]),
  ];
  const resources = files.map(([path]) => path.replace('base/', ''));
  return [...files, ['base/kustomization.yaml', kustomization({ resources })]];
}

/** Renders an overlay: the base with the settings, images, replicas and ways in and out of one cluster, and its servers. */
function overlay(workloads: readonly Workload[], plan: Overlay): [string, string][] {
  const folder = `overlays/${plan.name}`;
  const replicas = Object.entries(plan.replicas).map(([name, { min, max }]) => ({
    target: { kind: 'ScaledObject', name },
    patch: yaml([
      { op: 'replace', path: '/spec/minReplicaCount', value: min },
      { op: 'replace', path: '/spec/maxReplicaCount', value: max },
    ]),
  }));
  const identities = Object.entries(plan.identities).map(([name, annotations]) => ({
    target: { kind: 'ServiceAccount', name },
    patch: yaml([{ op: 'add', path: '/metadata/annotations', value: annotations }]),
  }));
  const policies = workloads.map((workload) => networkPolicyOf(workload, plan.outside, workloads));
  const settings = {
    name: settingsMap,
    literals: Object.entries(plan.settings).map(([key, value]) => `${key}=${value}`),
    options: { labels: labelsOf(settingsMap, 'servers') },
  };
  const all = kustomization({
    namespace,
    resources: ['../../base', 'network.yaml', 'ingress.yaml', 'postgres.yaml'],
    images: workloads.map(({ name }) => ({
      name: imageOf(name),
      newName: `${plan.registry}/${imageOf(name)}`,
      newTag: tagOf(plan, name),
    })),
    // Named after its content, so that a changed setting restarts whoever reads it.
    configMapGenerator: [settings],
    patches: [...replicas, ...identities],
  });
  return [
    [`${folder}/kustomization.yaml`, all],
    [`${folder}/network.yaml`, documents(policies)],
    [`${folder}/ingress.yaml`, documents(ingressesOf(plan.entrance))],
    [`${folder}/postgres.yaml`, documents(postgresOf(workloads, plan.postgres))],
    [`${folder}/nats-values.yaml`, head + yaml(natsValues(plan.natsStorageGib))],
  ];
}

function tagOf({ name, imageTags }: Overlay, service: string): string {
  const tag = imageTags[service];
  if (tag === undefined) throw new Error(`overlay ${name} has no image tag of ${service}`);
  return tag;
}

/** Renders everything. */
export const render = (workloads: readonly Workload[], plans: readonly Overlay[]): Files =>
  new Map([
    ['namespace.yaml', documents([namespaceObject])],
    ...base(workloads),
    ...plans.flatMap((plan) => overlay(workloads, plan)),
  ]);

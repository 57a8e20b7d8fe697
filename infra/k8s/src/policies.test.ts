import { describe, expect, it } from 'vitest';
import { overlays } from './overlays.ts';
import { policies } from './policies.ts';
import { render } from './render.ts';
import { type Pod, type Rendered, readRendered } from './rendered.ts';
import { workloads } from './workloads.ts';

const files = render(workloads, overlays);
const rendered = readRendered(files, 'production');

// biome-ignore lint/suspicious/noExplicitAny: breaks what the types would forbid.
type Loose = any;

/** What is rendered, with one thing changed. */
function broken(change: (loose: Loose) => void): Rendered {
  const copy = structuredClone(rendered);
  change(copy);
  return copy;
}
const podOf = (loose: Rendered, name: string, kind: Pod['kind'] = 'Deployment') => {
  const pod = loose.pods.find((one) => one.name === name && one.kind === kind);
  if (!pod) throw new Error(`there is no ${kind} ${name}`);
  return pod as Loose;
};
const containerOf = (loose: Loose, name: string) => podOf(loose, name).spec.containers[0];
const variableOf = (loose: Loose, pod: string, name: string) =>
  containerOf(loose, pod).env.find((one: Loose) => one.name === name);
const scaledOf = (loose: Loose, name: string) =>
  loose.scaled.find((one: Loose) => one.metadata.name === name).spec;
const without = (list: Loose[], name: string) =>
  list.splice(
    list.findIndex((one) => one.metadata.name === name),
    1,
  );

/** Breaches, each with what the policy that must see it says. */
const breaches: readonly (readonly [string, (loose: Loose) => void])[] = [
  ['Deployment gateway: asks for no CPU', (all) => delete containerOf(all, 'gateway').resources.requests.cpu],
  [
    'Deployment report: has no limit of memory',
    (all) => delete containerOf(all, 'report').resources.limits.memory,
  ],
  [
    'Deployment billing: may take memory that it does not ask for',
    (all) => Object.assign(containerOf(all, 'billing').resources.limits, { memory: '4Gi' }),
  ],
  [
    'Job billing-migrate: may run as root',
    (all) =>
      Object.assign(podOf(all, 'billing-migrate', 'Job').spec.securityContext, { runAsNonRoot: false }),
  ],
  [
    'Deployment media-engine: may write to its image',
    (all) => delete containerOf(all, 'media-engine').securityContext.readOnlyRootFilesystem,
  ],
  [
    'Deployment gateway: has no seccomp profile',
    (all) => delete podOf(all, 'gateway').spec.securityContext.seccompProfile,
  ],
  [
    'Deployment gateway: keeps capabilities',
    (all) => delete containerOf(all, 'gateway').securityContext.capabilities,
  ],
  [
    'the namespace takes any pod',
    (all) =>
      delete all.objects.find((one: Loose) => one.kind === 'Namespace').metadata.labels[
        'pod-security.kubernetes.io/enforce'
      ],
  ],
  ['Deployment report: has a token', (all) => delete podOf(all, 'report').spec.automountServiceAccountToken],
  ['Deployment gateway: has no start-up probe', (all) => delete containerOf(all, 'gateway').startupProbe],
  [
    'Deployment gateway: is ended by more than its own death',
    (all) => Object.assign(containerOf(all, 'gateway').livenessProbe.httpGet, { path: '/readyz' }),
  ],
  [
    'Deployment gateway: is killed after 25 s and needs 25 s',
    (all) => Object.assign(podOf(all, 'gateway').spec, { terminationGracePeriodSeconds: 25 }),
  ],
  [
    'Deployment billing: reads pasword of the secret redline-database-billing, which nobody makes',
    (all) =>
      Object.assign(variableOf(all, 'billing', 'DATABASE_PASSWORD').valueFrom.secretKeyRef, {
        key: 'pasword',
      }),
  ],
  [
    'Deployment text-engine: needs the secret redline-model, which may be missing',
    (all) => delete variableOf(all, 'text-engine', 'MODEL_KEY').valueFrom.secretKeyRef.optional,
  ],
  [
    'Deployment media-engine: needs a setting PUBLIC_ADDRESS',
    (all) =>
      Object.assign(variableOf(all, 'media-engine', 'PUBLIC_URL').valueFrom.configMapKeyRef, {
        key: 'PUBLIC_ADDRESS',
      }),
  ],
  ['nobody reads S3_BUKET', (all) => all.settings.push('S3_BUKET')],
  ['redline/gateway is the latest', (all) => Object.assign(all.tags, { 'redline/gateway': 'latest' })],
  ['redline/report has no tag', (all) => delete all.tags['redline/report']],
  ['report has no budget', (all) => without(all.budgets, 'report')],
  ['billing is not scaled', (all) => without(all.scaled, 'billing')],
  ['gateway has no policy of the network', (all) => without(all.networkPolicies, 'gateway')],
  [
    'there is no consumer text-enginge',
    (all) => Object.assign(scaledOf(all, 'text-engine').triggers[0].metadata, { consumer: 'text-enginge' }),
  ],
  ['nobody is scaled by text-engine-batches', (all) => scaledOf(all, 'text-engine').triggers.splice(1, 1)],
  ['nothing is dropped by default', (all) => without(all.networkPolicies, 'deny-all')],
  [
    'report reaches public addresses',
    (all) =>
      all.networkPolicies
        .find((one: Loose) => one.metadata.name === 'report')
        .spec.egress.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }),
  ],
  [
    'media-engine leaves out ::ffff:0:0/96 of ::/0',
    (all) =>
      all.networkPolicies
        .find((one: Loose) => one.metadata.name === 'media-engine')
        .spec.egress.flatMap((rule: Loose) => rule.to ?? [])
        .find((to: Loose) => to.ipBlock?.cidr === '::/0')
        .ipBlock.except.push('::ffff:0:0/96'),
  ],
  ['stream-keeper reaches nothing at all', (all) => without(all.networkPolicies, 'streams')],
  ['billing has 1 to 4 replicas', (all) => Object.assign(scaledOf(all, 'billing'), { minReplicaCount: 1 })],
];

describe('the policies', () => {
  it.each(policies.map((policy) => [policy.name, policy] as const))('%s', (_, policy) => {
    for (const { name } of overlays) expect(policy.check(readRendered(files, name)), name).toEqual([]);
  });

  it.each(breaches)('see that %s', (sentence, change) => {
    const found = policies.flatMap((policy) => policy.check(broken(change)));
    expect(found.join('\n')).toContain(sentence);
  });

  it('can all be broken', () => {
    const seen = new Set(
      breaches.flatMap(([, change]) => policies.filter(({ check }) => check(broken(change)).length > 0)),
    );
    expect(policies.filter((policy) => !seen.has(policy)).map(({ name }) => name)).toEqual([]);
  });
});

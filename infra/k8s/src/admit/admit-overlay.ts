import { namespace } from '../cluster.ts';
import type { KubernetesObject } from '../rendered.ts';
import type { ApiServer } from './api-server.ts';
import { counterExamplesOf } from './counter-examples.ts';
import { type Ask, deploy, faultsOf } from './deploy.ts';
import { missingOf, nameOf, podsOf } from './objects.ts';
import type { AdmitOptions } from './options.ts';
import type { Program } from './program.ts';

/** A counter-example that was refused, with the words of the API server. */
export interface Refusal {
  readonly name: string;
  readonly words: string;
}

/** Result of sending one overlay to an API server. */
export interface Admitted {
  /** Stored objects: those of the overlay, and those that go beside it. */
  readonly objects: readonly KubernetesObject[];
  /** Names of the pods that it took, one of each template. */
  readonly pods: readonly string[];
  readonly refusals: readonly Refusal[];
  /** Whatever was refused and must not be, admitted and must not be, or warned of; empty when all is well. */
  readonly faults: readonly string[];
}

/**
 * Deploys an overlay on an empty API server, then makes a pod of each template that is stored, then tries the
 * counter-examples, and what the service accounts may read.
 * @param folder takes the place of helm's home folder
 */
export async function admitOverlay(
  { kubectl, certificate }: ApiServer,
  options: AdmitOptions,
  overlay: string,
  folder: string,
): Promise<Admitted> {
  const faults: string[] = [];
  const ask: Ask = async (purpose, args, input) => {
    const answer = await kubectl(args, input);
    faults.push(...faultsOf(purpose, answer));
    return answer.isOk ? answer.output : '';
  };
  const sent = await deploy(ask, certificate, options, overlay, folder);
  const all = [...sent.overlay, ...sent.beside];
  const objects = await readBack(ask, all);
  faults.push(...missingOf(all, objects).map((name) => `${name} was sent and is not stored`));
  const pods = await createPods(ask, objects);
  const { refusals, faults: admitted } = await tryCounterExamples(kubectl, sent.overlay);
  faults.push(...admitted, ...(await rightsOf(kubectl, objects)));
  return { objects, pods, refusals, faults };
}

/** Reads what is stored of the objects that were sent. */
async function readBack(ask: Ask, sent: readonly KubernetesObject[]): Promise<readonly KubernetesObject[]> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: sent });
  const json = await ask('reading back', ['get', '-f', '-', '-o', 'json'], list);
  return json === '' ? [] : (JSON.parse(json) as { items: readonly KubernetesObject[] }).items;
}

/** Creates the pods that controllers would; they wait for a node for ever. Returns the names of those that were taken. */
async function createPods(ask: Ask, objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const pod of podsOf(objects)) {
    const name = pod.metadata?.name ?? '';
    const create = ['create', '--validate=strict', '-f', '-'];
    if ((await ask(`pod ${name}`, create, JSON.stringify(pod))) !== '') taken.push(name);
  }
  return taken;
}

async function tryCounterExamples(kubectl: Program, objects: readonly KubernetesObject[]) {
  const refusals: Refusal[] = [];
  const faults: string[] = [];
  for (const { name, object, says } of counterExamplesOf(objects)) {
    const create = ['create', '--dry-run=server', '--validate=strict', '-f', '-'];
    const { isOk, words } = await kubectl(create, JSON.stringify(object));
    const said = words.join(' ');
    if (isOk) faults.push(`${name} was admitted, ${nameOf(object)}`);
    else if (!says.test(said)) faults.push(`${name} was refused for another reason: ${said}`);
    else refusals.push({ name, words: said });
  }
  return { refusals, faults };
}

/** Returns a sentence for each service account that may read secrets; pods have no token to do so, and need none. */
async function rightsOf(kubectl: Program, objects: readonly KubernetesObject[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { kind, metadata } of objects) {
    if (kind !== 'ServiceAccount') continue;
    const account = `system:serviceaccount:${namespace}:${metadata?.name}`;
    const { output } = await kubectl(['auth', 'can-i', 'get', 'secrets', `--as=${account}`]);
    if (output.trim() !== 'no') faults.push(`${account} may read secrets: ${output.trim()}`);
  }
  return faults;
}

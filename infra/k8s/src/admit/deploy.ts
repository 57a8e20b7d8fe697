import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { namespace } from '../cluster.ts';
import { newSecrets } from '../new-secrets.ts';
import type { KubernetesObject } from '../rendered.ts';
import { renderedDir } from '../rendered-dir.ts';
import type { ApiServer } from './api-server.ts';
import type { AdmitOptions } from './options.ts';
import { type Answer, programOf } from './program.ts';

/** Runs kubectl for a purpose and returns what it printed; whatever it says besides becomes a fault. */
export type Ask = (purpose: string, args: readonly string[], input?: string) => Promise<string>;

/** Objects that were sent to the API server. */
export interface Sent {
  /** The overlay with its base, as kubectl renders it. */
  readonly overlay: readonly KubernetesObject[];
  /** The namespace, the secrets and the chart of NATS. */
  readonly beside: readonly KubernetesObject[];
}

/** Fields that no version knows are errors, not warnings. */
const strictly = ['--server-side', '--validate=strict'];
const stage = (name: string) => ['-l', `app.kubernetes.io/component=${name}`];

const documentsOf = (text: string): readonly KubernetesObject[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as KubernetesObject | null) ?? []);

/**
 * Deploys an overlay on an empty API server in the order of the README.
 * @param folder takes the place of helm's home folder
 */
export async function deploy(
  ask: Ask,
  certificate: ApiServer['certificate'],
  options: AdmitOptions,
  overlay: string,
  folder: string,
): Promise<Sent> {
  const apply = (purpose: string, ...args: readonly string[]) =>
    ask(purpose, ['apply', ...strictly, ...args]);
  const applyText = (purpose: string, text: string) => ask(purpose, ['apply', ...strictly, '-f', '-'], text);
  const manifests = join(renderedDir, 'overlays', overlay);

  await apply('definitions', ...options.crds.flatMap((path) => ['-f', path]));
  await ask('definitions', ['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
  const namespaceText = await readFile(join(renderedDir, 'namespace.yaml'), 'utf8');
  await applyText('namespace', namespaceText);
  // A controller makes it on a cluster; here is none, and pods of NATS run as it.
  await ask('namespace', ['create', 'serviceaccount', 'default']);
  const secrets = newSecrets();
  await applyText('secrets', secrets);
  const { cert, key } = certificate;
  await ask('secrets', ['create', 'secret', 'tls', 'redline-tls', `--cert=${cert}`, `--key=${key}`]);

  await apply('dry run', '--dry-run=server', '-k', manifests);
  await apply('servers', '-k', manifests, ...stage('servers'));
  const chart = options.nats ? await chartOf(options.nats, overlay, folder) : '';
  if (chart !== '') await applyText('chart of NATS', chart);
  await apply('preparation', '-k', manifests, ...stage('preparation'));
  await apply('all', '-k', manifests);
  return {
    overlay: documentsOf(await ask('kustomize', ['kustomize', manifests])),
    beside: [namespaceText, secrets, chart].flatMap(documentsOf),
  };
}

/** Renders the chart of NATS with the values of an overlay, as `helm install` would send it. */
async function chartOf(
  { helm, chart }: NonNullable<AdmitOptions['nats']>,
  overlay: string,
  folder: string,
): Promise<string> {
  const values = join(renderedDir, 'overlays', overlay, 'nats-values.yaml');
  const args = ['template', 'nats', chart, '--namespace', namespace, '--values', values];
  const { isOk, output, words } = await programOf(helm, folder)(args);
  if (!isOk) throw new Error(`helm template: ${words.join(' ')}`);
  return output;
}

/**
 * Returns what an answer says that nobody wants to read: refusals and warnings of the API server, each a line. A kubectl
 * that is content says nothing on its other output.
 */
export function faultsOf(purpose: string, { isOk, words }: Answer): readonly string[] {
  if (!isOk && words.length === 0) return [`${purpose}: refused without a word`];
  return words.map((line) => `${purpose}: ${line}`);
}

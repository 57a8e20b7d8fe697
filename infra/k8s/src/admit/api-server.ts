import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type LocalServer, localServer, privileged } from '@redline/testkit/servers';
import { namespace } from '../cluster.ts';
import type { AdmitOptions } from './options.ts';
import { type Program, programOf } from './program.ts';

/** An API server with an empty etcd of its own, both on the loopback interface. */
export interface ApiServer {
  /** Asks it as an administrator; what names no namespace is in that of the product. */
  readonly kubectl: Program;
  /** The certificate that it made for itself, and its key. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /** Ends both; their folder is the caller's. */
  readonly stop: () => Promise<void>;
}

// A busy machine: some ten seconds otherwise.
const startTimeoutMs = 120_000;
const stopTimeoutMs = 20_000;
const healthTimeoutMs = 2_000;

/**
 * Starts an API server with the admission of its release, RBAC, and no user but one administrator with a random token.
 * etcd speaks plain HTTP and holds nothing but what this trial makes.
 * @param folder an empty folder for data, certificates, keys and logs
 * @throws ServerError with one line when a program did not start
 */
export async function startApiServer(
  { kubectl, apiserver, etcd }: AdmitOptions,
  folder: string,
): Promise<ApiServer> {
  const store = await startEtcd(etcd, folder);
  try {
    const server = await startServer({ kubectl, apiserver }, folder, store.url);
    const stop = async () => {
      await server.stop();
      await store.server.stop();
    };
    return { kubectl: server.kubectl, certificate: server.certificate, stop };
  } catch (error) {
    await store.server.stop();
    throw error;
  }
}

async function startEtcd(path: string, folder: string): Promise<{ server: LocalServer; url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const peers = `http://127.0.0.1:${await freePort()}`;
  const args = [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    // Its data ends with the trial.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
  const server = serverOf('etcd', path, args, folder, async () => {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    if (!answer.ok) throw new Error(`etcd answers ${answer.status}`);
  });
  await server.start();
  return { server, url };
}

async function startServer(
  programs: Pick<AdmitOptions, 'kubectl' | 'apiserver'>,
  folder: string,
  etcdUrl: string,
): Promise<ApiServer> {
  const port = await freePort();
  const token = randomBytes(32).toString('hex');
  const certificates = join(folder, 'certificates');
  const cert = join(certificates, 'apiserver.crt');
  const files = { tokens: join(folder, 'tokens.csv'), key: join(folder, 'accounts.pem') };
  const config = join(folder, 'kubeconfig');
  await mkdir(certificates, { recursive: true });
  await writeFile(files.tokens, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  await writeFile(files.key, newAccountKey(), { mode: 0o600 });
  await writeFile(config, JSON.stringify(kubeconfigOf(port, cert, token)), { mode: 0o600 });
  const kubectl = programOf(programs.kubectl, folder, { KUBECONFIG: config });
  const args = [
    `--etcd-servers=${etcdUrl}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--advertise-address=127.0.0.1',
    // Nobody looks for it in the cluster, and an endpoint on loopback would be refused.
    '--endpoint-reconciler-type=none',
    // It makes a certificate for itself here.
    `--cert-dir=${certificates}`,
    `--token-auth-file=${files.tokens}`,
    '--anonymous-auth=false',
    '--authorization-mode=RBAC',
    // As on clusters: otherwise a privileged pod is refused before PodSecurity sees it.
    '--allow-privileged=true',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${files.key}`,
    `--service-account-signing-key-file=${files.key}`,
  ];
  const server = serverOf('kube-apiserver', programs.apiserver, args, folder, async () => {
    const { isOk, words } = await kubectl(['get', '--raw', '/readyz', '--request-timeout=5s']);
    if (!isOk) throw new Error(words.join(' '));
  });
  await server.start();
  return { kubectl, certificate: { cert, key: join(certificates, 'apiserver.key') }, stop: server.stop };
}

const serverOf = (
  name: string,
  path: string,
  args: readonly string[],
  folder: string,
  ready: () => Promise<void>,
): LocalServer =>
  localServer({
    name,
    // Neither outlives this process, even when it is killed.
    commandLine: privileged(path, args, { deathSignal: 'KILL' }),
    logFile: join(folder, `${name}.log`),
    ready,
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
  });

/** The key that would sign tokens of service accounts. */
const newAccountKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

const kubeconfigOf = (port: number, cert: string, token: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: 'trial', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': cert } },
  ],
  users: [{ name: 'admin', user: { token } }],
  contexts: [{ name: 'trial', context: { cluster: 'trial', user: 'admin', namespace } }],
  'current-context': 'trial',
});

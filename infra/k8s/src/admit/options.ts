import { parseArgs } from 'node:util';

/** Options of a trial: paths of the programs that it runs, none of which is part of this repository. */
export interface AdmitOptions {
  readonly kubectl: string;
  readonly apiserver: string;
  readonly etcd: string;
  /** Folders or files with the definitions of KEDA, CloudNativePG, Barman Cloud and the Prometheus operator. */
  readonly crds: readonly string[];
  /** With the chart of NATS; without both, NATS is left out and the report says so. */
  readonly nats?: { readonly helm: string; readonly chart: string };
}

export const admitUsage =
  'npm run -s k8s -- admit --kubectl PATH --apiserver PATH --etcd PATH --crds PATH [--crds PATH …] [--helm PATH --chart FOLDER]';

/** Thrown for an invalid command line; the message is one line. */
export class AdmitOptionsError extends Error {}

/**
 * Parses the command line of `admit`.
 * @throws AdmitOptionsError if an option is unknown or missing
 */
export function readAdmitOptions(args: readonly string[]): AdmitOptions {
  const { kubectl, apiserver, etcd, crds = [], helm, chart } = parse(args);
  if (kubectl === undefined) throw new AdmitOptionsError('--kubectl is missing');
  if (apiserver === undefined) throw new AdmitOptionsError('--apiserver is missing');
  if (etcd === undefined) throw new AdmitOptionsError('--etcd is missing');
  if (crds.length === 0) throw new AdmitOptionsError('--crds is missing');
  if ((helm === undefined) !== (chart === undefined)) {
    throw new AdmitOptionsError('--helm and --chart are given together');
  }
  const nats = helm === undefined || chart === undefined ? {} : { nats: { helm, chart } };
  return { kubectl, apiserver, etcd, crds, ...nats };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = { kubectl: text, apiserver: text, etcd: text, crds: list, helm: text, chart: text };
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new AdmitOptionsError(error instanceof Error ? error.message : String(error));
  }
}

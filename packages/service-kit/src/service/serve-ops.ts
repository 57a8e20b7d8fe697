import { type Check, createOpsServer } from '../http/index.ts';
import type { ServiceRun } from './run-service.ts';

interface OpsConfig {
  readonly OPS_HOST: string;
  readonly OPS_PORT: number;
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` on the ops port, until the service ends.
 * @param checks what the service cannot work without, by name
 */
export async function serveOps(
  { config, log, metrics, onClose }: ServiceRun<OpsConfig>,
  checks: Readonly<Record<string, Check>>,
): Promise<void> {
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

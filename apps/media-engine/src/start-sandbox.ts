import { type Check, onlyDegrades } from '@redline/service-kit/http';
import type { ServiceRun } from '@redline/service-kit/service';
import { StartError } from '@redline/service-kit/shutdown';
import { missingOf } from './clients/sandbox/isolation.ts';
import { openSandbox } from './clients/sandbox/open-sandbox.ts';
import { openSandboxOff, type Sandbox } from './clients/sandbox/sandbox.ts';
import type { Config } from './config.ts';
import { isolationMetric } from './engine-metrics.ts';

/** The sandbox of this engine, and what tells of it. */
export interface StartedSandbox {
  readonly sandbox: Sandbox;
  /** Fails, and only degrades, while children have less isolation than `SANDBOX=required` asks for. */
  readonly check: Check;
}

/**
 * Opens the sandbox as `SANDBOX` says, and tells in the log and in a metric what it holds.
 * @throws StartError if it is required and this machine does not allow it
 */
export async function startSandbox({
  config,
  log,
  metrics,
}: Pick<ServiceRun<Config>, 'config' | 'log' | 'metrics'>): Promise<StartedSandbox> {
  const sandbox =
    config.SANDBOX === 'off' ? openSandboxOff(config.PATH) : await openSandbox(optionsOf(config));
  const { isolation } = sandbox;
  const missing = missingOf(isolation);
  if (config.SANDBOX === 'required' && missing.length > 0) {
    throw new StartError(`SANDBOX is "required", and here children would have ${missing.join(', ')}`);
  }
  isolationMetric(metrics.registry, isolation);
  const isWeak = config.SANDBOX === 'best_effort' && missing.length > 0;
  log[isWeak ? 'warn' : 'info'](
    { sandbox: config.SANDBOX, ...isolation },
    'the isolation of child processes',
  );
  const check = async () => {
    if (isWeak) throw new Error(missing.join(', '));
  };
  return { sandbox, check: onlyDegrades(check) };
}

const optionsOf = (config: Config) => ({
  searchPath: config.PATH,
  programs: [
    ...[config.TESSERACT_PATH, config.FFMPEG_PATH],
    ...[config.FFPROBE_PATH, config.HEIF_CONVERT_PATH],
  ],
});

import { expect, it } from 'vitest';
import type { ServiceProcess } from './service-process.ts';

export interface ServiceProcessSuite {
  /** As it begins each line of what is wrong. */
  readonly name: string;
  /** A setting of its own, after DATABASE_URL in its spec, with a value that it refuses. */
  readonly wrong: Readonly<Record<string, string>>;
  /** Looks at the service while it runs. */
  readonly whileRunning?: () => Promise<void>;
  /** Nothing that it logs may match this. */
  readonly neverLogs?: RegExp;
  /** 30 s. */
  readonly readyWithinMs?: number;
}

/** Tests what every service does as a process: refuses wrong settings, migrates, gets ready, ends in order. */
export function itRunsAsAProcess(service: ServiceProcess, suite: ServiceProcessSuite): void {
  const { name, wrong, whileRunning, neverLogs, readyWithinMs = 30_000 } = suite;

  it('names each wrong setting in one line and ends', async () => {
    const settings = { DATABASE_URL: 'nowhere', ...wrong };
    const { code, output } = await service.run([], settings).ended;
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual(
      Object.entries(settings).map(([setting, value]) =>
        expect.stringContaining(`${name}: ${setting} is "${value}"`),
      ),
    );
  });

  it('migrates and ends, works until it is told to stop, and then ends in order', {
    timeout: readyWithinMs + 30_000,
  }, async () => {
    expect((await service.migrate()).code).toBe(0);
    const { child, ended } = await service.start({ readyWithinMs });
    await whileRunning?.();
    child.kill('SIGTERM');
    const { code, output } = await ended;
    expect(code).toBe(0);
    if (neverLogs) expect(output).not.toMatch(neverLogs);
  });
}

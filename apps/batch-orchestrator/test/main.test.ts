import { itRunsAsAProcess, openServiceProcess } from '@redline/testkit';
import { afterAll, describe } from 'vitest';

const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'batch_orchestrator',
});
afterAll(service.dispose);

describe('the process', () => {
  itRunsAsAProcess(service, { name: 'batch-orchestrator', wrong: { BATCH_LEASE_MS: '1' } });
});

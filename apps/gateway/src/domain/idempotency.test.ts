import { describe, expect, it } from 'vitest';
import { type Begun, bodyHashOf, type Claim, type ClaimPorts, runOnce } from './idempotency.ts';

const claim: Claim = {
  accountId: 'acct_1',
  siteId: 'us',
  tenantId: '',
  key: 'order-1',
  route: 'POST /v1/intl/us/text/checks',
  bodyHash: bodyHashOf({ text: 'x' }),
  runId: 'run-1',
  operationId: 'text_1',
};

/** Ports that begin by a list, the last of it for ever. */
function scripted(begun: readonly Begun[], mustAnswerFromMs = Number.POSITIVE_INFINITY) {
  const closed: string[] = [];
  let nowMs = 0;
  let turn = 0;
  const ports: ClaimPorts = {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    mustAnswer: () => nowMs >= mustAnswerFromMs,
    begin: async () => begun[Math.min(turn++, begun.length - 1)] ?? { state: 'busy' },
    keep: async (_claim, answer) => void closed.push(`keep ${answer.status}`),
    release: async () => void closed.push('release'),
    handOver: async () => void closed.push('hand over'),
  };
  return { ports, closed };
}

const kept = { status: 201, body: '{}' };
const mine: Begun = { state: 'mine', operationId: 'text_1', resumed: false };

describe('an operation with an idempotency key', () => {
  it('runs once and its 2xx answer is kept', async () => {
    const { ports, closed } = scripted([mine]);
    const once = await runOnce(claim, ports, 1_000, async (id) => ({ value: id, next: { keep: kept } }));
    expect(once).toEqual({ end: 'ran', operationId: 'text_1', value: 'text_1' });
    expect(closed).toEqual(['keep 201']);
  });

  it('that ended without a 2xx is forgotten; one that nobody knows the end of goes on later', async () => {
    const over = scripted([mine]);
    await runOnce(claim, over.ports, 1_000, async () => ({ value: 402, next: 'over' }));
    const open = scripted([mine]);
    await runOnce(claim, open.ports, 1_000, async () => ({ value: 500, next: 'open' }));
    expect([over.closed, open.closed]).toEqual([['release'], ['hand over']]);
  });

  it('waits for the one that runs and repeats its answer', async () => {
    const { ports } = scripted([
      { state: 'busy' },
      { state: 'busy' },
      { state: 'answered', operationId: 'text_0', answer: kept },
    ]);
    const once = await runOnce(claim, ports, 1_000, () => Promise.reject(new Error('it ran twice')));
    expect(once).toEqual({ end: 'repeated', operationId: 'text_0', answer: kept });
  });

  it('takes over under the operation id of the one that died', async () => {
    const { ports } = scripted([{ state: 'busy' }, { state: 'mine', operationId: 'text_0', resumed: true }]);
    const once = await runOnce(claim, ports, 1_000, async (id, resumed) => ({
      value: `${id} ${resumed}`,
      next: { keep: kept },
    }));
    expect(once).toEqual({ end: 'ran', operationId: 'text_0', value: 'text_0 true' });
  });

  it('gives up waiting after its time', async () => {
    const { ports } = scripted([{ state: 'busy' }]);
    const once = await runOnce(claim, ports, 1_000, () => Promise.reject(new Error('it ran')));
    expect(once).toEqual({ end: 'still_busy' });
    expect(ports.now()).toBeLessThanOrEqual(1_000);
  });

  it('is given up early when the server has to answer', async () => {
    const { ports } = scripted([{ state: 'busy' }], 300);
    const once = await runOnce(claim, ports, 60_000, () => Promise.reject(new Error('it ran')));
    expect(once).toEqual({ end: 'still_busy' });
    expect(ports.now()).toBeLessThan(1_000);
  });
});

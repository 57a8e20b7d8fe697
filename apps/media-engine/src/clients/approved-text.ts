import { type Scope, textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

/**
 * Returns the text of a check of this scope that has passed; null if there is none.
 * @throws BusError if the text engine does not answer
 */
export type ReadApprovedText = (scope: Scope, id: string, requestId: string) => Promise<string | null>;

export const approvedTextReader =
  (bus: Bus): ReadApprovedText =>
  async (scope, id, requestId) => {
    const answer = await call(bus, textRequests.get, { scope, id }, { requestId });
    if (answer.outcome !== 'found') return null;
    const { status, riskLevel, text } = answer.record;
    return status === 'completed' && riskLevel === 'PASS' ? text : null;
  };

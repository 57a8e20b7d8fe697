/** Fields of a log line that name a record and its owner; nothing else of a payload is logged. */
export interface WhoseRecord {
  readonly recordId?: string;
  readonly accountId?: string;
  readonly siteId?: string;
  readonly tenantId?: string;
}

/** Picks the id and the scope of a payload, as far as it has them. An empty tenant, the account's own scope, is left out. */
export function whoseRecord(payload: unknown): WhoseRecord {
  const { id, scope } = fieldsOf(payload);
  const { accountId, siteId, tenantId } = fieldsOf(scope);
  const named = { recordId: id, accountId, siteId, tenantId };
  return Object.fromEntries(
    Object.entries(named).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Makes up credits of one site whose statement adds up. */
export function createFakeCredits() {
  const day = 24 * 3_600_000;
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString();
  const entries: Record<string, unknown>[] = [];
  let balance = 0;
  const add = (kind: string, amount: number, when: string, fields: Record<string, unknown>) => {
    balance += amount;
    entries.unshift({
      id: `entry_${entries.length}`,
      kind,
      at: when,
      amount,
      balanceAfter: balance,
      bucket: 'subscription',
      grantId: 'grant_1',
      operationId: null,
      recordId: null,
      item: null,
      quantity: null,
      tenantId: null,
      reason: null,
      ...fields,
    });
  };
  const charge = (item: string, amount: number, recordId: string, when = at(0)) =>
    add('charged', -amount, when, { item, quantity: 1, operationId: recordId, recordId, tenantId: '' });
  add('granted', 10_000, at(40), {});
  add('granted', 50, at(39), { bucket: 'activity', grantId: 'grant_2' });
  add('expired', -50, at(32), { bucket: 'activity', grantId: 'grant_2' });
  for (let ago = 29; ago >= 1; ago -= 1) {
    charge('text_check', 2 * ((ago * 7) % 11), `text_a${ago}`, at(ago));
    if (ago % 3 === 0) charge('rewrite', 3 * (ago % 5), `text_b${ago}`, at(ago));
    if (ago % 9 === 0) charge('image_check', 12, `image_${ago}`, at(ago));
  }
  charge('text_check', 2, 'text_failed', at(1));
  add('refunded', 2, at(1), {
    item: 'text_check',
    quantity: 1,
    operationId: 'text_failed',
    recordId: 'text_failed',
    tenantId: '',
  });
  const site = (siteId: string, isUsed: boolean) => ({
    siteId,
    plan: isUsed ? 'premium' : 'free',
    isPaid: isUsed,
    renewsAt: null,
    total: isUsed ? balance : 0,
    buckets: isUsed
      ? [
          {
            grantId: 'grant_3',
            bucket: 'activity',
            amount: 100,
            remaining: 40,
            expiresAt: at(-3),
            createdAt: at(5),
          },
          {
            grantId: 'grant_1',
            bucket: 'subscription',
            amount: 10_000,
            remaining: balance - 40,
            expiresAt: at(-300),
            createdAt: at(40),
          },
        ]
      : [],
    usageThisMonth: {
      since: at(20),
      textChecks: isUsed ? 31 : 0,
      videoChecks: 0,
      imageChecks: isUsed ? 3 : 0,
      batches: 0,
    },
  });
  return {
    charge,
    balance: () => balance,
    credits: () => ({ object: 'credits', sites: [site('us', true), site('id', false), site('main', false)] }),
    statement(query: URLSearchParams) {
      const isUsed = query.get('siteId') === 'us';
      const all = isUsed ? entries : [];
      const from = Number(query.get('before') ?? 0);
      const limit = Number(query.get('limit') ?? 50);
      const page = all.slice(from, from + limit);
      const hasMore = from + limit < all.length;
      return {
        object: 'statement',
        siteId: query.get('siteId'),
        balance: isUsed ? balance : 0,
        entries: page,
        hasMore,
        next: hasMore ? String(from + limit) : null,
      };
    },
  };
}

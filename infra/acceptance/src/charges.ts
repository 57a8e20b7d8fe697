import { z } from 'zod';
import type { Account, World } from './world.ts';

const line = z.strictObject({
  lineId: z.string(),
  item: z.string(),
  quantity: z.number().int(),
  amount: z.number().int(),
  refunded: z.number().int(),
});

const entry = z.strictObject({
  operationId: z.string(),
  siteId: z.enum(['us', 'id', 'main']),
  tenantId: z.string(),
  amount: z.number().int(),
  refunded: z.number().int(),
  createdAt: z.string(),
  lines: z.array(line),
});
export type ChargeEntry = z.infer<typeof entry>;

const reply = z.strictObject({ charges: z.array(entry), hasMore: z.boolean() });

/** Lists the charges of an account by the operator's command: at most 1,000. */
export async function chargesOf(world: World, { accountId }: Account): Promise<readonly ChargeEntry[]> {
  return reply.parse(await world.operate('charges', 'list', '--account', accountId)).charges;
}

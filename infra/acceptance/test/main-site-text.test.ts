import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MainClient, mainClient, plainBody } from '../src/main-site.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The text rows of document 3. */
const claim = '我家的面膜是最好的护肤品，三天治好湿疹。';

let world: World;
let customer: Customer;
let client: MainClient;
beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer({ site: 'main' });
  client = mainClient(world, customer.key);
});
afterAll(() => world.leave());

describe('a text check of the main site', () => {
  it('finds an unlawful claim and says where, why, by which tier and how to mend it, in Chinese', async () => {
    const check = await client.checked({ text: claim, industryVertical: 'beauty' });
    expect(check).toMatchObject({
      ...{ riskLevel: 'REJECT', productVertical: 'creator', sceneMode: 'content', text: claim },
      ...{ autoFix: false, fixStatus: null, fixes: [], customRisks: [], semanticLabels: [] },
    });
    expect(check.risks.length).toBeGreaterThan(1);
    for (const risk of check.risks) {
      expect(claim.slice(risk.startIndex, risk.endIndex)).toBe(risk.matchedText);
      expect(risk.legalRef).toMatch(/《.+》/);
    }
    expect(check.summary.strict + check.summary.soft).toBe(check.risks.length);
    expect(check.risks.map(({ tierLabel }) => tierLabel)).toContain('硬性违规');
  });

  it('lets plain copy pass', async () => {
    expect(await client.checked()).toMatchObject({
      ...plainBody,
      ...{ riskLevel: 'PASS', risks: [] },
      summary: { strict: 0, soft: 0, custom: 0, semantic: 0 },
    });
  });
});

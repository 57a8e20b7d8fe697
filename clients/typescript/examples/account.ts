import { createClient } from '@redline/client';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'id',
});

const { credits, subscription, usageThisMonth } = await redline.account.get();
console.log(credits.total, subscription.plan, usageThisMonth.textChecks);

const word = await redline.customRules.create({ keyword: 'Kapsul Ajaib', replacement: 'Kapsul Herbal' });
const { imported } = await redline.customRules.import({ items: [{ keyword: 'merek sebelah' }] });
console.log(word.id, imported, (await redline.customRules.quota()).used);

const endTenant = 'toko-17';
const own = await redline.customRules.list();
const theirs = await redline.customRules.list({ endTenant });
console.log(own.total, theirs.total);

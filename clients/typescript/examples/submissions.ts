import { createClient } from '@redline/client';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'us',
});
const body = {
  text: 'Our drops cure arthritis in two weeks, guaranteed.',
  platform: 'dtc_us',
  vertical: 'supplement',
} as const;

// Runs and charges once, also when this program dies and sends it again.
const accepted = await redline.checks.text.create(body, { idempotencyKey: 'listing-4711' });
console.log(accepted.id, accepted.status);

// Later, or in another process.
const check = await redline.checks.text.wait(accepted.id, { timeoutMs: 10_000 });
if (check.status === 'failed') console.log(check.failure?.code, check.failure?.message);
console.log(check.status);

const other = await redline.checks.text.create(body).wait({ signal: AbortSignal.timeout(60_000) });
console.log(other.riskLevel);

for await (const { id, riskLevel } of redline.checks.text.list({ limit: 50 })) console.log(id, riskLevel);

const page = await redline.checks.text.list({ pageSize: 1 }).page(2);
console.log(page.total, page.hasMore, page.data.length);

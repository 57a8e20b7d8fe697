import { createClient, RedlineError, segmentsOf } from '@redline/client';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'us',
});

const check = await redline.checks.text
  .create({
    text: 'Fern drops, 30 ml. They cure arthritis in two weeks and smell of mint.',
    platform: 'dtc_us',
    vertical: 'supplement',
    explainLocale: 'en-US',
  })
  .wait();

console.log(check.riskLevel);
for (const risk of check.risks) console.log(`${risk.severity}: ${risk.matchedText}. ${risk.suggestion}`);

const fixed = await redline.checks.text.fix(check.id).wait();
console.log(fixed.fixStatus, fixed.fixedText, fixed.creditCost);

const marked = segmentsOf(check.text, check.risks)
  .map(({ text, findings }) => (findings.length > 0 ? `[${text}]` : text))
  .join('');
console.log(marked);

const quote = await redline.checks.text.quote({
  text: 'Soft cotton socks, six pairs, in grey.',
  platform: 'dtc_us',
  vertical: 'apparel',
});
if (!quote.isCovered) console.log(`${quote.creditCost} credits, and there are ${quote.currentBalance}`);

try {
  await redline.checks.text.create({ text: 'Short', platform: 'dtc_us', vertical: 'general' });
} catch (error) {
  if (!(error instanceof RedlineError)) throw error;
  console.log(error.status, error.code, error.message, error.requestId);
  for (const issue of error.issues ?? []) console.log(issue.path, issue.message);
}

import { createClient } from '@redline/client';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'main',
});

const check = await redline.checks.text
  .create({
    text: '蕨叶面膜，一盒五片，39.9 元。全国最好的护肤品，三天根治湿疹。',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    sceneMode: 'ad',
    autoFix: true,
  })
  .wait();
console.log(check.riskLevel, check.summary.strict, check.fixes.at(-1)?.fixedText);

const precise = await redline.checks.text.fix(check.id, { strategy: 'precise' }).wait();
console.log(precise.fixes.map(({ version, strategy, accepted }) => ({ version, strategy, accepted })));

const { hits } = await redline.qualifications.findNotices({
  productVertical: 'creator',
  industry: 'medical-beauty',
});
for (const { industryLabel, mechanism } of hits) console.log(industryLabel, mechanism);

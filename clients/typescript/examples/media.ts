import { createClient } from '@redline/client';
import { fileFromPath } from '@redline/client/node';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'us',
});
const [path = 'photo.jpg'] = process.argv.slice(2);

const file = await redline.uploads.create({ kind: 'image', file: await fileFromPath(path) });
const image = await redline.checks.image.create({
  imageUrl: file.url,
  imageTitle: 'Spring banner',
  imageSize: file.sizeBytes,
  explainLocale: 'en-US',
});
console.log(image.status, image.riskLevel);
for (const { description, boxes } of image.labels) console.log(description, boxes);

const batch = await redline.batches
  .create({
    name: 'May listings',
    platform: 'dtc_us',
    vertical: 'supplement',
    explainLocale: 'en-US',
    texts: ['Soft cotton socks, six pairs, in grey.', 'Our drops cure arthritis in three days.'],
    images: [{ url: file.url, name: 'Spring banner', size: file.sizeBytes }],
  })
  .wait();
console.log(batch.result);
for (const item of batch.items) console.log(item.kind, item.checkId, item.status, item.riskLevel);

import { createClient } from '@redline/client';
import { fileFromPath } from '@redline/client/node';

const redline = createClient({
  baseUrl: process.env.REDLINE_URL ?? 'http://127.0.0.1:8080',
  apiKey: process.env.REDLINE_API_KEY ?? '',
  site: 'main',
});
const [path = 'spot.mp4', seconds = '6'] = process.argv.slice(2);

const file = await redline.uploads.create({ kind: 'video', file: await fileFromPath(path) });
const video = await redline.checks.video
  .create({
    videoUrl: file.url,
    videoTitle: '春季广告',
    videoSize: Math.max(0.01, file.sizeBytes / 1e6),
    videoDuration: Number(seconds),
  })
  .wait();
console.log(video.status, video.riskLevel, video.transcript.text);

const { creditCost } = await redline.reports.quote(video.id);
console.log(creditCost);

for await (const event of redline.reports.stream(video.id)) {
  if (event.event === 'report_chunk') process.stdout.write(event.data.chunk);
  if (event.event === 'complete') console.log(`\nwritten in ${event.data.durationMs} ms`);
}

const report = await redline.reports.latest(video.id);
console.log(report?.id);

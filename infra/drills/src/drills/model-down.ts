import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer } from '@redline/testkit/model';
import pg from 'pg';
import type { Drill, DrillContext } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { metric, readyz, sayWarnings } from '../operate.ts';
import { type LoadedStack, underLoad } from '../under-load.ts';

const model = 'drill-1';
const restMs = 2_000;
const phaseMs = 8_000;
const silent = JSON.stringify({ found: [], dismissed: [] });

/** The second reviewer is away: verdicts are those of the embedded one, and say so. */
export const modelDown: Drill = {
  section: 'A model is down',
  async run(context) {
    const server = await startModelServer();
    const answer = () => server.onRequest(() => ({ content: silent }));
    answer();
    try {
      const env = {
        MODEL_URL: server.url,
        MODEL_NAME: model,
        MODEL_TIMEOUT_MS: '1000',
        MODEL_REST_MS: String(restMs),
      };
      await underLoad(context, {
        rate: 5,
        options: { envOf: { 'text-engine': env } },
        async during(loaded) {
          await phase(context, loaded, 'the model answers');
          await step(context, 'the model answers 503', async () => server.onRequest(() => ({ status: 503 })));
          const without = await phase(context, loaded, 'the model is away');
          hold(
            without.some(({ reviewer }) => !reviewer?.startsWith('model:')),
            'records name the embedded reviewer',
          );
          await step(context, 'the model does not answer at all', async () =>
            server.onRequest(() => ({ silence: true })),
          );
          await phase(context, loaded, 'the model is silent');
          context.say(`  /readyz of the text engine: ${await readyz(loaded.stack, 'text-engine')}`);
          for (const sample of await metric(loaded.stack, 'text-engine', 'text_model_reviews_total')) {
            context.say(`  ${sample}`);
          }
          await sayWarnings(loaded.stack, context, 'text-engine');
          await step(context, 'the model is back', async () => answer());
          await sleep(2 * restMs);
          const again = await phase(context, loaded, 'afterwards');
          hold(
            again.some(({ reviewer }) => reviewer === `model:${model}`),
            'the model reads again by itself',
          );
        },
      });
    } finally {
      await server.dispose();
    }
  },
};

async function phase({ say }: DrillContext, { stack }: LoadedStack, name: string) {
  const since = new Date();
  await sleep(phaseMs);
  const database = new pg.Client({ connectionString: stack.databaseUrls['text-engine'] });
  await database.connect();
  try {
    const { rows } = await database.query<{ reviewer: string | null; count: number; slowest: number }>(
      `select reviewer, count(*)::int as count,
         max(extract(epoch from updated_at - created_at))::float8 as slowest
       from text_checks where created_at > $1 and status = 'completed' and deleted_at is null group by reviewer`,
      [since],
    );
    for (const { reviewer, count, slowest } of rows) {
      say(
        `  ${name}: ${count} verdicts by ${reviewer ?? 'nobody'}, the slowest after ${slowest.toFixed(1)} s`,
      );
    }
    return rows;
  } finally {
    await database.end();
  }
}

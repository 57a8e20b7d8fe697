import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@redline/fault';
import pg from 'pg';
import type { Drill } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { admin, metric, sayWarnings } from '../operate.ts';
import { underLoad } from '../under-load.ts';

const spoilt = 'This one is spoilt';
const waitMaxMs = 90_000;

/** Text whose verdict, and no other, cannot be written: it stands for a fault of ours. */
const spoil = `
  create function spoil() returns trigger language plpgsql as $$
    begin raise exception 'spoilt'; end $$;
  create trigger spoil before update on text_checks for each row
    when (new.status = 'completed' and new.text like '${spoilt}%') execute function spoil();`;
const mend = 'drop trigger spoil on text_checks; drop function spoil();';

/** A job fails each time, is given up, and is replayed when the cause is mended; others go on. */
export const deadJob: Drill = {
  section: 'A job is dead',
  run: (context) =>
    underLoad(context, {
      // The load knows nothing of it; and a replay is free.
      except: { 'a record belongs to a submission': 1, 'what completed was paid for and not refunded': 1 },
      async during({ stack, customers }) {
        const customer = customers[0];
        hold(customer !== undefined, 'there is a customer');
        const database = new pg.Client({ connectionString: stack.databaseUrls['text-engine'] });
        await database.connect();
        try {
          await database.query(spoil);
          const body = { text: `${spoilt} (ref 900000)`, platform: 'dtc_us', vertical: 'general' };
          const sent = await send(stack.apiUrl, customer, { method: 'POST', path: '/text/checks', body });
          hold(sent.status === 201, 'the submission is accepted');
          const { id } = sent.data as { id: string };
          const statusOf = async (): Promise<string> => {
            const { rows } = await database.query<{ status: string }>(
              'select status from text_checks where id = $1',
              [id],
            );
            return rows[0]?.status ?? 'gone';
          };
          await step(context, `${id} is tried until it is given up`, () => until(statusOf, 'failed'));
          context.say(`  ${(await metric(stack, 'text-engine', 'text_attempts_total')).join(', ')}`);
          await sayWarnings(stack, context, 'text-engine');
          const dead = await admin(stack, context, 'jobs', 'dead');
          const jobs = dead.answer['jobs'] as readonly { subject: string; sequence: number }[];
          const job = jobs.find(({ subject }) => subject.endsWith(id));
          hold(job !== undefined, 'the job is among the dead');
          await step(context, 'the cause is mended, and the job replayed', async () => {
            await database.query(mend);
            await admin(stack, context, 'jobs', 'replay', String(job.sequence));
            await until(statusOf, 'completed');
          });
          const charges = await admin(stack, context, 'charges', 'list', '--account', customer.accountId);
          const text = JSON.stringify(charges.answer);
          hold(text.includes(id), 'its charge is listed');
        } finally {
          await database.end();
        }
      },
    }),
};

async function until(read: () => Promise<string>, wanted: string): Promise<void> {
  const endMs = performance.now() + waitMaxMs;
  while ((await read()) !== wanted) {
    hold(performance.now() < endMs, `it is ${wanted} within ${waitMaxMs / 1_000} s`);
    await sleep(300);
  }
}

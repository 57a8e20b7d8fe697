import { checkBody, createCustomers, createRandom, send, startFaultStack } from '@redline/fault';
import type { Drill } from '../drill.ts';
import { hold, step, timing } from '../drill.ts';
import { type Latency, probe } from '../latency.ts';
import { admin, metric } from '../operate.ts';

const perMinute = '60';
const probes = 30;
const creditsOfPoor = 100;
const floodRate = 60;
const slowerMax = 10;
const slowerMs = 400;

const say = ({ medianMs, p95Ms, refused }: Latency) =>
  `median ${medianMs} ms, 95 % within ${p95Ms} ms, ${refused} refused`;

/** One account sends sixty texts a second with one key; another one is to notice little. */
export const hotAccount: Drill = {
  section: 'One account is hot',
  async run(context) {
    const stack = await startFaultStack(timing, 'single', {
      envOf: { gateway: { RATE_SUBMISSION: perMinute } },
    });
    try {
      const { bus, apiUrl } = stack;
      // Each account has two keys.
      const [hot, , other, , third] = await createCustomers(bus, creditsOfPoor);
      hold(hot !== undefined && other !== undefined && third !== undefined, 'there are three accounts');
      const random = createRandom(1);
      const quiet = await step(context, 'another account alone', () =>
        probe({ stack, customer: third, count: probes, firstRef: 1, random }),
      );
      context.say(`  ${say(quiet)}`);
      const answers = new Map<number | null, number>();
      let isOver = false;
      const flood = (async () => {
        const sent: Promise<void>[] = [];
        for (let ref = 100_000; !isOver; ref++) {
          const call = {
            method: 'POST',
            path: '/text/checks',
            body: checkBody(String(ref), random),
          } as const;
          sent.push(
            send(apiUrl, hot, call).then(({ status }) => {
              answers.set(status, (answers.get(status) ?? 0) + 1);
            }),
          );
          await new Promise((resolve) => setTimeout(resolve, 1_000 / floodRate));
        }
        await Promise.all(sent);
      })();
      const beside = await step(context, `the same while one account sends ${floodRate} texts a second`, () =>
        probe({ stack, customer: other, count: probes, firstRef: 1_000, random }),
      );
      context.say(`  ${say(beside)}`);
      const keys = await admin(stack, context, 'key', 'list', '--account', hot.accountId);
      const listed = keys.answer['keys'] as readonly { keyId: string; prefix: string }[];
      const keyId = listed.find(({ prefix }) => hot.apiKey.startsWith(prefix))?.keyId;
      hold(keyId !== undefined, 'the key of the hot account is listed');
      const limited = answers.get(429) ?? 0;
      await step(context, 'its key is revoked', () =>
        admin(stack, context, 'key', 'revoke', '--key-id', keyId),
      );
      const call = { method: 'POST', path: '/text/checks', body: checkBody('999999', random) } as const;
      const endMs = performance.now() + 15_000;
      let status: number | null = null;
      while (performance.now() < endMs && status !== 401) ({ status } = await send(apiUrl, hot, call));
      hold(status === 401, 'a revoked key is refused within 15 s');
      isOver = true;
      await flood;
      context.say(
        `  answers to the hot account: ${[...answers].map(([code, n]) => `${n} × ${code}`).join(', ')}`,
      );
      context.say(`  ${(await metric(stack, 'gateway', 'gateway_rate_count_shared')).join('')}`);
      hold(limited > 0, 'the hot account was answered 429');
      hold((answers.get(201) ?? 0) <= 2 * Number(perMinute), 'no more than its rate was accepted');
      hold(beside.refused === 0, 'the other account was never refused');
      const limitMs = quiet.p95Ms * slowerMax + slowerMs;
      hold(beside.p95Ms < limitMs, `the other account waited less than ${limitMs} ms`);
    } finally {
      await stack.dispose();
    }
  },
};

import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { evaluationOf, newId, newScope, publishCheck } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { gate } from './gate.ts';
import { eventsOf, insertOne, rowOf, statusOf } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, submit, jobGone, completed, deadOf, relayed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

describe('a job', () => {
  it('completes its check, tells so once and is gone', async () => {
    await engine();
    const { id } = await submit();
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(await rowOf(db, id)).toMatchObject({
      status: 'completed',
      attempt: 1,
      lease_until: null,
      risk_level: 'high',
      pack_id: 'us',
      pack_version: '1.0.0',
      pack_hash: 'abc',
      reviewer: 'embedded',
      reader: 'native',
    });
    expect(await eventsOf(bus, id)).toEqual(['completed']);
  });

  it('that comes many times at once, to two engines, is judged and finished once', async () => {
    let judged = 0;
    const judge: Deps['judge'] = ({ text }) => {
      judged += 1;
      return evaluationOf(text);
    };
    await Promise.all([engine({ judge }), engine({ judge })]);
    const { id, scope } = await insertOne(db);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => publishCheck(bus, id, scope, `${id}-${index}`)),
    );
    await completed(id);
    await jobGone(id);
    await relayed(id);
    expect(judged).toBe(1);
    expect(await eventsOf(bus, id)).toEqual(['completed']);
    expect(await deadOf(id)).toEqual([]);
  });

  it('of a check that is not processing any more is dropped', async () => {
    const { id, scope } = await insertOne(db);
    await db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    await publishCheck(bus, id, scope);
    await engine();
    await jobGone(id);
    expect(await statusOf(db, id)).toBe('cancelled');
    expect(await deadOf(id)).toEqual([]);
  });

  it('of a check that is not there gives its charge back once, however often it comes', async () => {
    const [id, scope] = [newId(), newScope()];
    for (const copy of [1, 2, 3]) await publishCheck(bus, id, scope, `${id}-${copy}`);
    await engine();
    await jobGone(id);
    await relayed(id);
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('whose worker was killed after taking it is taken by another one after the lease', async () => {
    const held = gate();
    const taken = gate();
    const doomed = await engine({
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        return evaluationOf(text);
      },
    });
    const { id } = await submit();
    await taken.opened;
    await doomed.bus.connection.close();
    await engine();
    await completed(id);
    expect(await rowOf(db, id)).toMatchObject({ attempt: 2, risk_level: 'high' });
    held.open();
    await jobGone(id);
  });

  it('whose worker was paused past its lease is finished by the next one, and the first writes nothing', async () => {
    const held = gate();
    const taken = gate();
    const woke = gate();
    await engine({
      // A paused process takes nothing else.
      limits: { jobConcurrency: 1 },
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        woke.open();
        return { ...evaluationOf(text), reviewer: 'paused' };
      },
    });
    const { id } = await submit();
    await taken.opened;
    await engine({ judge: ({ text }) => ({ ...evaluationOf(text), reviewer: 'second' }) });
    await completed(id);
    held.open();
    await woke.opened;
    // Stopping waits for the handler, so after this the paused one has done what it could.
    await bed.services.stopAll();
    expect(await rowOf(db, id)).toMatchObject({ attempt: 2, reviewer: 'second' });
    expect(await eventsOf(bus, id)).toEqual(['completed']);
  });

  it('whose check is deleted while it is judged writes no verdict, and the refund is told once', async () => {
    const held = gate();
    const taken = gate();
    await engine({
      judge: async ({ text }) => {
        taken.open();
        await held.opened;
        return evaluationOf(text);
      },
    });
    const { id, scope } = await submit();
    await taken.opened;
    const remove = () => db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
    const outcomes = await Promise.all([remove(), remove(), remove()]);
    expect(outcomes.toSorted()).toEqual(['cancelled', 'not_found', 'not_found']);
    held.open();
    await jobGone(id);
    await relayed(id);
    expect(await rowOf(db, id)).toMatchObject({ status: 'cancelled', text: '', findings: null });
    expect(await eventsOf(bus, id)).toEqual(['cancelled', 'deleted']);
  });
});

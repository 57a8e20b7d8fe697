import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuth } from '../src/store/auth.ts';
import { log, setUpConsole, type World } from './fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await setUpConsole();
});
afterAll(() => world.dispose());

it('the migrations have every table and column that this version of better-auth needs', async () => {
  const { options } = createAuth({
    ...{ db: world.db, log, origin: 'http://127.0.0.1:8083', isSecure: false, sessionDays: 7 },
    ...{
      secret: 'a-secret-of-this-test-with-32-characters',
      sendVerification: () => {},
      sendReset: () => {},
    },
  });
  const { toBeAdded, toBeCreated, unsafeChanges } = await getMigrations(options);
  expect({ toBeAdded, toBeCreated, unsafeChanges }).toEqual({
    toBeAdded: [],
    toBeCreated: [],
    unsafeChanges: [],
  });
});

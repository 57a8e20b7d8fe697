import { consoleRequests } from '@redline/contracts';
import { call, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import type { Demo } from './demo-account.ts';

const connectTimeoutMs = 10_000;

/** Lets the owner of the demo account into the console, with the password that its file has. */
export async function demoSignIn(
  natsUrl: string,
  { accountId, email, password }: Pick<Demo, 'accountId' | 'email' | 'password'>,
): Promise<void> {
  const log = createLogger({ service: 'local', level: 'silent' });
  const bus = await connectBus({ url: natsUrl, name: 'local', log, connectTimeoutMs });
  try {
    const person = { email, password, name: 'Demo', role: 'owner' } as const;
    await call(bus, consoleRequests.memberSet, { ...person, accountId, organization: 'Demo' });
  } finally {
    await bus.close();
  }
}

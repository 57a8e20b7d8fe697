import type { AccountRows } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** The reports of an account; their sections go with them. */
export const accountRows = {
  ended: { table: 'reports', condition: sql<boolean>`status <> 'processing'` },
  running: { table: 'reports', condition: sql<boolean>`status = 'processing'` },
} as const satisfies Readonly<Record<string, AccountRows>>;

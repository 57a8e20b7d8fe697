import type { Migrations } from '@redline/service-kit/db';
import { people } from './0001-people.ts';
import { attemptsAndAudit } from './0002-attempts-and-audit.ts';

export const migrations: Migrations = {
  '0001-people': people,
  '0002-attempts-and-audit': attemptsAndAudit,
};

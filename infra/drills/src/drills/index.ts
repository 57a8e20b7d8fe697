import type { Drill } from '../drill.ts';
import { badDeploy } from './bad-deploy.ts';
import { clockSkew } from './clock-skew.ts';
import { deadJob } from './dead-job.ts';
import { diskFull } from './disk-full.ts';
import { hotAccount } from './hot-account.ts';
import { modelDown } from './model-down.ts';
import { natsLost } from './nats-lost.ts';
import { postgresFailedOver } from './postgres-failed-over.ts';
import { restore } from './restore.ts';
import { restoreApart } from './restore-apart.ts';
import { restoreBillingBehind } from './restore-billing-behind.ts';

/** The drills by their names on the command line. */
export const drills: Readonly<Record<string, Drill>> = {
  'nats-lost': natsLost,
  'postgres-failed-over': postgresFailedOver,
  'disk-full': diskFull,
  'dead-job': deadJob,
  'model-down': modelDown,
  'hot-account': hotAccount,
  'clock-skew': clockSkew,
  'bad-deploy': badDeploy,
  restore,
  'restore-apart': restoreApart,
  'restore-billing-behind': restoreBillingBehind,
};

import { edge } from './edge.ts';
import { moneyBoard } from './money.ts';
import { overview } from './overview.ts';
import type { DashboardPlan } from './plan.ts';
import { queuesBoard } from './queues.ts';
import { serviceBoards } from './service.ts';

export const dashboards: readonly DashboardPlan[] = [
  overview,
  edge,
  moneyBoard,
  queuesBoard,
  ...serviceBoards,
];

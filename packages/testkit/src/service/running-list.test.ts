import { expect, it } from 'vitest';
import { createRunningList } from './running-list.ts';

it('stops each service once, whether the test has stopped it or not', async () => {
  const stops: string[] = [];
  const service = (name: string) => ({ name, stop: async () => void stops.push(name) });
  const list = createRunningList();
  const first = list.add(service('first'));
  list.add(service('second'));
  expect(first.name).toBe('first');
  await first.stop();
  await list.stopAll();
  await Promise.all([first.stop(), list.stopAll()]);
  expect(stops).toEqual(['first', 'second']);
});

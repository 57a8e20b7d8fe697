import { describe, expect, it } from 'vitest';
import { framePlan } from './frame-plan.ts';

describe('the interval between frames', () => {
  it.each([
    [5, 1],
    [60, 1],
    [90, 1.5],
    [1_800, 2],
    [14_400, 16],
  ])('%d seconds: every %d seconds', (durationSeconds, spacingSeconds) => {
    expect(framePlan(durationSeconds).spacingSeconds).toBe(spacingSeconds);
  });

  it('has a lower bound', () => {
    for (const seconds of [0, 1, 60, 3_600, 14_400])
      expect(framePlan(seconds).framesMax).toBeLessThanOrEqual(1_201);
  });
});

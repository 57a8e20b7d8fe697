import { describe, expect, it } from 'vitest';
import { failOnLevels, failsFor, type Level, levelOf, levels } from './risk.ts';

describe('how much a risk counts', () => {
  it.each([
    ['a violation by its severity', { kind: 'violation', severity: 'medium', tier: null }, 'medium'],
    ['on the main site what breaks the law', { kind: 'violation', severity: 'low', tier: 'STRICT' }, 'low'],
    ['what only costs reach as a hint', { kind: 'violation', severity: 'high', tier: 'SOFT' }, 'hint'],
    ['a scene hint', { kind: 'scene-hint', severity: 'high', tier: null }, 'hint'],
    ['a word of the own list', { kind: 'custom-word', severity: 'high', tier: null }, 'hint'],
  ] as const)('%s', (_, risk, level) => {
    expect(levelOf(risk)).toBe(level);
  });

  it('fails a run from the level on that is named; violation and low are the same', () => {
    const failing = failOnLevels.map((failOn) => [failOn, levels.filter((level) => failsFor(level, failOn))]);
    expect(Object.fromEntries(failing)).toEqual({
      hint: ['high', 'medium', 'low', 'hint'],
      low: ['high', 'medium', 'low'],
      violation: ['high', 'medium', 'low'],
      medium: ['high', 'medium'],
      high: ['high'],
      never: [],
    } satisfies Record<string, Level[]>);
  });
});

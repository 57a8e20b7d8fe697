import { describe, expect, it } from 'vitest';
import { overlays } from '../overlays.ts';
import { render } from '../render.ts';
import { readRendered } from '../rendered.ts';
import { workloads } from '../workloads.ts';
import { counterExamplesOf } from './counter-examples.ts';

describe('the counter-examples', () => {
  it.each(overlays.map(({ name }) => name))('break copies of the objects of %s, never these', (name) => {
    const { objects } = readRendered(render(workloads, overlays), name);
    const before = structuredClone(objects);
    const examples = counterExamplesOf(objects);
    expect(objects).toEqual(before);
    for (const { object } of examples) {
      expect(objects.some((one) => JSON.stringify(one) === JSON.stringify(object))).toBe(false);
    }
  });

  it('are objects that an API server has not yet, so that no refusal is for the name', () => {
    const { objects } = readRendered(render(workloads, overlays), 'production');
    const taken = new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata?.name}`));
    const names = counterExamplesOf(objects).map(({ object }) => `${object.kind} ${object.metadata?.name}`);
    expect(names.filter((name) => taken.has(name))).toEqual([]);
  });
});

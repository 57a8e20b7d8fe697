import type { Admitted } from './admit-overlay.ts';
import { countsOf } from './objects.ts';

/**
 * Renders what was seen of one overlay, a line each: objects by kind, pods, refusals of counter-examples, faults.
 * @param overlay its name
 */
export function reportOf(overlay: string, { objects, pods, refusals, faults }: Admitted): readonly string[] {
  return [
    `${overlay}: ${objects.length} objects admitted`,
    ...[...countsOf(objects)].map(([kind, count]) => `  ${String(count).padStart(3)} ${kind}`),
    `${overlay}: ${pods.length} pods admitted, one of each template`,
    ...pods.map((name) => `      ${name}`),
    `${overlay}: ${refusals.length} counter-examples refused`,
    ...refusals.map(({ name, words }) => `      ${name}: ${words}`),
    ...faults.map((fault) => `${overlay}: FAULT ${fault}`),
  ];
}

import { parseArgs } from 'node:util';
import { isMixed, type Scenario, scenarios } from './faults/scenarios.ts';

export interface Options {
  readonly seconds: number;
  readonly rate: number;
  readonly scenario: Scenario;
  readonly seed: number;
}

export const usage = `npm run -s fault -- [--seconds 60] [--rate 50, or 1 where images are submitted too] [--scenario ${Object.keys(scenarios).join('|')}] [--seed N]`;

/** Thrown for an invalid command line; the message is one line. */
export class OptionsError extends Error {}

/**
 * Parses the command line.
 * @param newSeed the default seed
 * @throws OptionsError if an option is unknown or invalid
 */
export function readOptions(args: readonly string[], newSeed: number): Options {
  const given = parse(args);
  const { seconds = '60', scenario = 'all', seed = String(newSeed) } = given;
  if (!Object.hasOwn(scenarios, scenario)) {
    throw new OptionsError(
      `--scenario is "${scenario}"; it must be one of ${Object.keys(scenarios).join(', ')}`,
    );
  }
  // An image keeps a core busy for a second, a text for some milliseconds.
  const { rate = isMixed(scenario as Scenario) ? '1' : '50' } = given;
  return {
    seconds: wholeNumber('--seconds', seconds, 5, 3_600),
    rate: wholeNumber('--rate', rate, 1, 1_000),
    scenario: scenario as Scenario,
    seed: wholeNumber('--seed', seed, 0, 2 ** 32 - 1),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { seconds: text, rate: text, scenario: text, seed: text };
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new OptionsError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}`);
}

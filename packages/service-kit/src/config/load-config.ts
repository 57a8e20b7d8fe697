import { ConfigError } from './config-error.ts';
import { type Refusal, refusal, type Setting } from './setting.ts';

/** Settings by the name of their variable. */
export type ConfigSpec = Readonly<Record<string, Setting<unknown>>>;

/** The result of `loadConfig` for a spec: parsed values by the same names. */
export type ConfigOf<S extends ConfigSpec> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/**
 * Reads every setting of a spec from an environment.
 * @param spec settings by variable name
 * @param env the environment; an empty variable counts as missing
 * @returns a frozen object with the same names
 * @throws ConfigError with one line for each error, not only the first
 */
export function loadConfig<S extends ConfigSpec>(
  spec: S,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(spec)) {
    const text = env[name]?.trim() ?? '';
    if (text !== '') {
      const value = setting.read(text);
      if (isRefusal(value)) faults.push(`${name} is ${shown(setting, text)}; it takes ${setting.accepts}`);
      else values[name] = value;
    } else if (setting.fallback === undefined) {
      faults.push(`${name} is missing; it takes ${setting.accepts}`);
    } else {
      values[name] = setting.fallback;
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(values) as ConfigOf<S>;
}

const isRefusal = (value: unknown): value is Refusal => value === refusal;

const shownLengthMax = 60;

/** Quotes a value in an error line. An invalid URL may have a password, so a text with an `@` is never quoted. */
function shown(setting: Setting<unknown>, text: string): string {
  if (setting.secret || text.includes('@')) return 'not acceptable (its value is not shown)';
  return text.length > shownLengthMax
    ? `${JSON.stringify(text.slice(0, shownLengthMax))}…`
    : JSON.stringify(text);
}

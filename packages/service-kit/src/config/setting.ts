import { isIP } from 'node:net';

/** One setting: its parser, its default, and its description in the README. */
export interface Setting<T> {
  /** The accepted values, for error messages: "a whole number from 1 to 100". */
  readonly accepts: string;
  /** Used when the variable is missing or empty; `undefined` makes it required. */
  readonly fallback: T | undefined;
  readonly unit: string | undefined;
  readonly reason: string;
  /** A secret's value is never printed. */
  readonly secret: boolean;
  /** Returns the value, or a `Refusal`; never throws. */
  readonly read: (text: string) => T | Refusal;
}

/** The result of a text that the setting does not accept. */
export interface Refusal {
  readonly refused: true;
}

export const refusal: Refusal = Object.freeze({ refused: true });

interface Common<T> {
  /** `null` makes the setting optional. */
  readonly default?: T;
  readonly reason: string;
  readonly secret?: boolean;
}

type StringOptions<D> = Common<D> & { readonly minLength?: number; readonly maxLength?: number };
type IntOptions<D> = Common<D> & { readonly min?: number; readonly max?: number; readonly unit?: string };
type UrlOptions<D> = Common<D> & {
  readonly protocols: readonly string[];
  /** Accepts several, with commas between. */
  readonly many?: boolean;
};
type EnumOptions<V extends string, D> = Common<D> & { readonly values: readonly V[] };

function build<T>(
  options: Common<T> & { readonly unit?: string },
  accepts: string,
  read: (text: string) => T | Refusal,
): Setting<T> {
  return {
    accepts,
    fallback: options.default,
    unit: options.unit,
    reason: options.reason,
    secret: options.secret ?? false,
    read,
  };
}

function string<D extends string | null = string>(options: StringOptions<D>): Setting<string | D> {
  const { minLength = 1, maxLength = 10_000 } = options;
  return build<string | D>(options, `${minLength} to ${maxLength} characters`, (text) =>
    text.length >= minLength && text.length <= maxLength ? text : refusal,
  );
}

function int<D extends number | null = number>(options: IntOptions<D>): Setting<number | D> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  return build<number | D>(options, `a whole number from ${min} to ${max}`, (text) => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : refusal;
  });
}

/** How long a message of a worker that died waits before another one gets it, in milliseconds. */
const lease = (options: { readonly default: number; readonly max: number; readonly reason: string }) =>
  int({ ...options, min: 1_000, unit: 'ms' });

function bool<D extends boolean | null = boolean>(options: Common<D>): Setting<boolean | D> {
  return build<boolean | D>(options, 'true or false', (text) => {
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : refusal;
  });
}

function url<D extends string | null = string>(options: UrlOptions<D>): Setting<string | D> {
  const names = options.protocols.map((name) => `${name}//`).join(' or ');
  const accepts = options.many
    ? `URLs that begin with ${names}, with commas between`
    : `a URL that begins with ${names}`;
  const isOne = (text: string) => {
    const parsed = URL.parse(text);
    return Boolean(parsed?.hostname) && options.protocols.includes(parsed?.protocol ?? '');
  };
  return build<string | D>(options, accepts, (text) => {
    const urls = options.many ? text.split(',') : [text];
    return urls.every(isOne) ? text : refusal;
  });
}

function oneOf<V extends string, D extends V | null = V>(options: EnumOptions<V, D>): Setting<V | D> {
  return build<V | D>(
    options,
    `one of ${options.values.join(', ')}`,
    (text) => options.values.find((value) => value === text) ?? refusal,
  );
}

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (bits === undefined) return family !== 0 || networkNames.includes(text);
  return (
    rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

const partsOf = (text: string) => text.split(',').map((part) => part.trim());

/**
 * Proxies that are trusted; none by default. `true` is not accepted: if all were, a client could choose the address that it
 * is counted for.
 */
const proxies = (options: { readonly reason: string }): Setting<false | string[]> =>
  build<false | string[]>(
    { ...options, default: false },
    `false, or addresses, networks and the names ${networkNames.join(', ')}, with commas between`,
    (text) => {
      if (text === 'false') return false;
      const parts = partsOf(text);
      return parts.every(isNetwork) ? parts : refusal;
    },
  );

/** Secrets, so that one can take the place of another while both are known. */
const secrets = <D extends string[] | null = string[]>({
  minLength,
  ...options
}: Omit<Common<D>, 'secret'> & { readonly minLength: number }): Setting<string[] | D> =>
  build<string[] | D>(
    { ...options, secret: true },
    `secrets of at least ${minLength} characters, with commas between`,
    (text) => {
      const parts = partsOf(text);
      return parts.every(({ length }) => length >= minLength) ? parts : refusal;
    },
  );

/** Builders of settings; each takes bounds, unit and the reason for the setting. */
export const setting = { string, int, lease, bool, url, enum: oneOf, proxies, secrets };

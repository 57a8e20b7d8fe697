import { parseArgs } from 'node:util';
import { type MixName, mixes } from './mix.ts';

export const usage = `usage: load [run] [--mix ${Object.keys(mixes).join('|')}[,…]] [--rate 5[,…]] [--seconds 60] [--warmup 10]
            [--seed 1] [--in-flight 1000] [--save FILE] [--url URL --keys FILE [--remote]]
       load staircase [--rate 1] [--seconds 20] [the others of run]
       load walls [--seconds 5]
       load capacity [--checks 1e6,10e6,100e6] [--peak 10] [--images 0.02] [--videos 0.002]
            [--retention-days 365] [--utilisation 0.6] [--costs FILE]`;

const options = {
  mix: { type: 'string', default: 'everyday' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  warmup: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  'in-flight': { type: 'string', default: '1000' },
  save: { type: 'string' },
  url: { type: 'string' },
  keys: { type: 'string' },
  remote: { type: 'boolean', default: false },
  checks: { type: 'string', default: '1e6,10e6,100e6' },
  peak: { type: 'string', default: '10' },
  images: { type: 'string', default: '0.02' },
  videos: { type: 'string', default: '0.002' },
  'retention-days': { type: 'string' },
  utilisation: { type: 'string', default: '0.6' },
  costs: { type: 'string' },
} as const;

const commands = ['run', 'staircase', 'walls', 'capacity'] as const;
export type Command = (typeof commands)[number];
/** How long a run, a step of a staircase, and the measurement of a wall take. */
const secondsOf: Readonly<Record<Command, string>> = {
  run: '60',
  staircase: '20',
  walls: '5',
  capacity: '1',
};

/**
 * Reads the command line.
 * @throws TypeError with what is wrong, and the usage
 */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [command = 'run', ...rest] = positionals;
  if (rest.length > 0 || !isOneOf(commands, command)) refuse(`there is no "${positionals.join(' ')}"`);
  const wanted = values.mix.split(',').map((mix) => (isMix(mix) ? mix : refuse(`there is no mix "${mix}"`)));
  const number = (name: string, text: string, min: number, max: number): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max) return value;
    return refuse(`--${name} must be a number from ${min} to ${max}`);
  };
  const { url, keys } = values;
  if ((url === undefined) !== (keys === undefined)) refuse('--url and --keys go together');
  if (url !== undefined) refuseRemote(url, values.remote);
  const retention = values['retention-days'];
  return {
    command: command as Command,
    wanted,
    /** Of each mix; the last one holds for those after it. */
    rates: (values.rate ?? (command === 'staircase' ? '1' : '5'))
      .split(',')
      .map((text) => number('rate', text, 0.01, 10_000)),
    seconds: number('seconds', values.seconds ?? secondsOf[command as Command], 1, 86_400),
    warmupSeconds: number('warmup', values.warmup, 0, 600),
    seed: number('seed', values.seed, 0, 2 ** 32 - 1),
    inFlightMax: number('in-flight', values['in-flight'], 1, 20_000),
    save: values.save,
    product:
      url !== undefined && keys !== undefined ? { apiUrl: new URL(url).origin, keyFile: keys } : undefined,
    checks: values.checks.split(',').map((text) => number('checks', text, 1, 1e12)),
    peakFactor: number('peak', values.peak, 1, 1_000),
    images: number('images', values.images, 0, 1),
    videos: number('videos', values.videos, 0, 1),
    retentionDays: retention === undefined ? undefined : number('retention-days', retention, 14, 36_500),
    utilisation: number('utilisation', values.utilisation, 0.01, 0.99),
    costs: values.costs,
  };
}
export type Options = ReturnType<typeof readOptions>;

/** Load is an attack where it is not wanted: another machine must be named as such. */
function refuseRemote(url: string, isRemote: boolean): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (!/^https?:$/.test(protocol)) refuse('--url must be an address of http or https');
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  if (!isLoopback && !isRemote) refuse(`${hostname} is another machine; add --remote if it is yours to load`);
}

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value);
const isMix = (value: string): value is MixName => Object.hasOwn(mixes, value);

function refuse(reason: string): never {
  throw new TypeError(`${reason}\n${usage}`);
}

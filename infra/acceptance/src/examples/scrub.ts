import type { Recording } from './recorder.ts';

/** The time at which all examples begin. */
const exampleStartMs = Date.parse('2026-11-29T08:30:00.000Z');

const typeId =
  /\b(acct|batch|delivery|endpoint|event|file|fix|image|item|policy|report|rule|text|video)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const utc = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g;
/** The same time as a Chinese report writes it. */
const beijing = /\d{4}-\d\d-\d\d \d\d:\d\d(?=（北京时间）)/g;
const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Replaces what differs from one recording to the next, or belongs to this machine: ids, times, addresses, signatures. The
 * same value is replaced by the same one everywhere, so that a list shows the record that was submitted.
 * @param startedMs when the recording began; times from then on keep their distance from it, earlier ones stay
 */
export function scrubbed(recording: Recording, origin: string, startedMs: number): Recording {
  const ids = new Map<string, string>();
  const idOf = (id: string, prefix: string) => {
    const at = [...ids.keys()].filter((known) => known.startsWith(`${prefix}_`)).length;
    const last = `${crockford[Math.floor(at / 32) % 32]}${crockford[at % 32]}`;
    if (!ids.has(id)) ids.set(id, `${prefix}_01jd8q3h6fe1r9e5k0v7m2n4${last}`);
    return ids.get(id) ?? id;
  };
  const timeOf = (time: string) => {
    const sinceMs = Date.parse(time) - startedMs;
    return sinceMs < 0 ? time : new Date(exampleStartMs + sinceMs).toISOString();
  };
  const text = (value: string) =>
    value
      .replaceAll(origin, 'https://redline.example')
      // A receiver of webhooks on this machine.
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/redline/g, 'https://shop.example/redline')
      .replaceAll(/\bwhsec_[A-Za-z0-9+/]+=*/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=')
      .replaceAll(/uploads\/[0-9a-f]{32}\//g, 'uploads/8c1f025b2e90d7436a518f0c9b3e2d71/')
      .replaceAll(
        /expires=\d+&signature=[^&\s"]+/g,
        'expires=1764405000&signature=q1W8fJ0m3bq2m0hXxZ7p5v6yD4kTn9sR',
      )
      .replaceAll(/\bupload_[0-9a-f]{16}\b/g, 'upload_3f9a1c7e5b20d846')
      .replaceAll(typeId, idOf)
      .replaceAll(utc, timeOf)
      .replaceAll(beijing, '2026-11-29 16:30');
  return walk(recording, text) as Recording;
}

/** Fields whose whole value is replaced. */
const signed: Readonly<Record<string, string>> = {
  policy: 'eyJpZCI6InBvbGljeV8wMWpkOHEzaDZmZTFyOWU1azB2N20ybjQwMCJ9',
  signature: 'q1W8fJ0m3bq2m0hXxZ7p5v6yD4kTn9sR2uLcVbEaG1I=',
};

function walk(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => walk(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' && Object.hasOwn(signed, name) ? signed[name] : walk(one, text),
    ]),
  );
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textEvents, textJob } from './text.ts';

const schemas = {
  'job.text': textJob.payload,
  'event.text.check.completed': textEvents.completed.payload,
  'event.text.check.failed': textEvents.failed.payload,
  'event.text.check.cancelled': textEvents.cancelled.payload,
};

interface Sample {
  message: keyof typeof schemas;
  payload: { version: number };
}

const samples: Sample[] = JSON.parse(readFileSync(new URL('./golden.json', import.meta.url), 'utf8'));

describe('messages written by any version ever released still read', () => {
  it.each(samples)('$message v$payload.version', ({ message, payload }) => {
    expect(schemas[message].parse(payload)).toEqual(payload);
  });

  it('has a sample of every message that outlives a process', () => {
    expect(new Set(samples.map((sample) => sample.message))).toEqual(new Set(Object.keys(schemas)));
  });
});

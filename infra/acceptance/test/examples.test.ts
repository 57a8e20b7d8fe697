import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../src/examples/recorder.ts';
import { scrubbed } from '../src/examples/scrub.ts';
import { type ExampleFiles, walkThrough } from '../src/examples/walk.ts';
import { wishes } from '../src/examples/wishes.ts';
import { hasMedia } from '../src/media-words.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** With it what the product answers becomes the examples of the OpenAPI document. */
const isRecording = process.env['RECORD_EXAMPLES'] === '1';
const folder = fileURLToPath(new URL('../../../apps/gateway/src/openapi/recorded/', import.meta.url));
const seconds = 6;
const timeoutMs = 300_000;

let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

async function filesOf(site: SiteName): Promise<ExampleFiles> {
  const { onPicture, inVideo } = wishes[site];
  const video = await makeVideo({ words: inVideo, seconds, isSilent: true });
  return { picture: await makePicture(onPicture), video, seconds };
}

/** The fields of each answer's payload, by operation. */
const fieldsIn = (recording: Recording) =>
  Object.fromEntries(
    Object.entries(recording).map(([id, { answer }]) => [
      id,
      Object.keys(Object(Object(answer).data)).sort(),
    ]),
  );

/** Operations of a site in the served document. */
function operationsOf(site: SiteName): readonly string[] {
  const ids = Object.values(world.contract.document.paths).flatMap((item) =>
    Object.values(item).map((operation) => String(operation['operationId'])),
  );
  return ids.filter((id) => id.startsWith(`${site}.`)).sort();
}

describe.skipIf(!hasMedia).each(['us', 'id', 'main'] as const)('the examples of the site %s', (site) => {
  it(
    'show each of its operations, as the product answers it',
    async () => {
      const startedMs = Date.now();
      const recording = await walkThrough(world, site, await filesOf(site));
      const recorded = scrubbed(recording, world.deployment.baseUrl, startedMs);
      const shown = Object.keys(recorded).filter((id) => id !== `${site}.uploads.post`);
      expect(shown.sort()).toEqual(operationsOf(site));
      const file = `${folder}${site}.json`;
      if (isRecording) writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
      const kept: Recording = JSON.parse(readFileSync(file, 'utf8'));
      // What is found in a text changes with the rules; which fields an answer has, with the contract alone.
      expect(fieldsIn(kept)).toEqual(fieldsIn(recorded));
    },
    timeoutMs,
  );
});

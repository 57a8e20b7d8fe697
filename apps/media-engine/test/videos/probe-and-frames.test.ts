import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaProgramsMissing } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractFrames } from '../../src/clients/ffmpeg/extract-frames.ts';
import { probeVideo } from '../../src/clients/ffmpeg/probe-video.ts';
import { type HeldFolder, inPrivateFolder, makePrivateFolder } from '../../src/clients/private-folder.ts';
import { ffmpeg, lines, programs, small, still } from './make-video.ts';

let held: HeldFolder;
let folder: string;
beforeAll(async () => {
  held = await makePrivateFolder();
  folder = held.path;
});
afterAll(() => held.release());

const at = (name: string) => join(folder, name);
const { signal } = new AbortController();

/** Decodes as a check does. */
const extract = (path: string, ended = signal) =>
  inPrivateFolder(async (work) => {
    const probe = await probeVideo(programs, path, ended);
    const taken = await extractFrames(programs, { path, probe, folder: work, signal: ended });
    const sizes = await Promise.all(taken.frames.map(async (frame) => (await stat(frame.path)).size));
    return { probe, ...taken, sizes };
  });
const times = async (path: string) => (await extract(path)).frames.map(({ timeSeconds }) => timeSeconds);
const fault = (message: RegExp) => ({ name: 'VideoError', message: expect.stringMatching(message) });

describe.skipIf(mediaProgramsMissing())('frames of a video', () => {
  it('are taken where a line appears, changes or goes, each once, as pictures that can be read', async () => {
    const path = at('lines.mp4');
    const shown = lines([2, 4, 40], [4, 6, 120], [8, 10, 200]);
    await ffmpeg(...still(10), '-vf', shown, ...small, path);
    const { frames, sizes, durationSeconds, probe } = await extract(path);
    expect(frames.map(({ timeSeconds }) => Math.round(timeSeconds))).toEqual([0, 2, 4, 8]);
    expect(Math.min(...sizes)).toBeGreaterThan(1_000);
    expect(durationSeconds).toBeCloseTo(10, 0);
    expect(probe).toMatchObject({ width: 640, height: 360, audioStream: null, subtitleStream: null });
  });

  it('are taken of what stands for less than a second', async () => {
    const path = at('short-line.mp4');
    await ffmpeg(...still(6), '-vf', lines([2.3, 2.8, 40], [2.3, 2.8, 80], [2.3, 2.8, 120]), ...small, path);
    expect(await times(path)).toHaveLength(2);
  });

  it('are taken of a line on a picture that moves', async () => {
    const path = at('moving.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=6:r=10'];
    await ffmpeg(...source, '-vf', lines([3, 5, 300]), ...small, path);
    const found = await times(path);
    expect(found.some((seconds) => seconds >= 3 && seconds < 5)).toBe(true);
  });

  it('are no more than a plan allows, however fast the picture changes', async () => {
    const path = at('flashing.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=c=black:s=64x64:d=20:r=50'];
    await ffmpeg(...source, '-vf', "geq=lum='255*mod(N,2)':cb=128:cr=128", ...small, path);
    expect((await times(path)).length).toBeLessThanOrEqual(4 * 20 + 1);
  });

  it('are upright where a phone wrote them lying', async () => {
    const [lying, turned] = [at('lying.mp4'), at('turned.mp4')];
    await ffmpeg(...still(1), ...small, lying);
    await ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned);
    expect((await extract(turned)).probe).toMatchObject({ width: 360, height: 640 });
  });

  it('are taken from other containers and codecs', async () => {
    const kinds: readonly (readonly [string, readonly string[]])[] = [
      ['a.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
      ['a.mkv', small],
      ['a.mov', ['-c:v', 'mpeg4']],
      ['a.avi', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']],
      ['a.ts', small],
    ];
    const cover = [
      '-i',
      await ffmpeg(...still(1), '-frames:v', '1', at('cover.png')),
      '-map',
      '0',
      '-map',
      '1',
    ];
    const covered = await ffmpeg(
      ...still(2),
      ...cover,
      ...small,
      '-c:v:1',
      'png',
      '-disposition:v:1',
      'attached_pic',
      at('a.mp4'),
    );
    expect(await times(covered)).toHaveLength(1);
    for (const [name, codec] of kinds)
      expect(await times(await ffmpeg(...still(2), ...codec, at(name)))).toEqual([0]);
  });
});

describe.skipIf(mediaProgramsMissing())('a file that is no video to check', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', '', /empty/],
    ['is a text', 'Buy now!\n'.repeat(100), /no video/],
    ['is a page', '<!doctype html><video src="http://127.0.0.1/a.mp4"></video>', /no video/],
    ['is a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', /no video/],
    [
      'is a playlist',
      '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
      /no video/,
    ],
    ['is a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n", /no video/],
    [
      'is a manifest',
      '<?xml version="1.0"?><MPD><Period><BaseURL>/etc/passwd</BaseURL></Period></MPD>',
      /no video/,
    ],
    ['describes a stream', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 5004 RTP/AVP 96\n', /no video/],
    ['is noise', Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 251), /no video/],
    [
      'begins like a video',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(5_000)]),
      /no video/,
    ],
  ])('that %s is refused with a sentence', async (name, content, message) => {
    const path = at(`${name.replaceAll(' ', '-')}.mp4`);
    await writeFile(path, content);
    await expect(extract(path)).rejects.toMatchObject(fault(message));
  });

  it('that is a picture or a sound is refused with a sentence', async () => {
    const png = await ffmpeg(...still(1), '-frames:v', '1', at('picture.png'));
    await expect(extract(png)).rejects.toMatchObject(fault(/no video/));
    const cover = ['-i', png, '-map', '0:a', '-map', '1:v', '-disposition:v:0', 'attached_pic'];
    const sound = ['-f', 'lavfi', '-i', 'sine=d=1', ...cover, '-c:a', 'aac', '-c:v', 'png', at('sound.m4a')];
    await expect(extract(await ffmpeg(...sound))).rejects.toMatchObject(fault(/no moving picture/));
  });

  it.each<[string, readonly string[]]>([
    ['beginning', ['-movflags', '+faststart']],
    ['end', []],
  ])('that is cut off is refused with a sentence, its index at the %s', async (where, flags) => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=20:r=10'];
    const path = await ffmpeg(...source, ...small, ...flags, at(`cut-${where}.mp4`));
    await truncate(path, (await stat(path)).size / 2);
    await expect(extract(path)).rejects.toMatchObject(fault(/breaks off|not all of one/));
  });

  it('with a huge picture is refused before it is decoded', async () => {
    const path = await ffmpeg(
      ...still(0.1, '9000x4000'),
      '-c:v',
      'mjpeg',
      '-pix_fmt',
      'yuvj420p',
      at('huge.avi'),
    );
    await expect(extract(path)).rejects.toMatchObject(fault(/8K/));
  });

  it('with a long edge is refused', async () => {
    const path = await ffmpeg(
      ...still(0.1, '17000x16'),
      '-c:v',
      'mjpeg',
      '-pix_fmt',
      'yuvj420p',
      at('wide.avi'),
    );
    await expect(extract(path)).rejects.toMatchObject(fault(/edge/));
  });

  it('with too many tracks is refused', async () => {
    const tracks = Array.from({ length: 20 }, () => ['-map', '1:a']).flat();
    const sources = [...still(1), '-f', 'lavfi', '-i', 'anullsrc=d=1'];
    const path = await ffmpeg(
      ...sources,
      '-map',
      '0:v',
      ...tracks,
      ...small,
      '-c:a',
      'aac',
      at('tracks.mkv'),
    );
    await expect(extract(path)).rejects.toMatchObject(fault(/tracks/));
  });

  it('of five hours is refused', async () => {
    const path = await ffmpeg(...still(18_000, '64x64', 0.01), ...small, at('hours.mp4'));
    await expect(extract(path)).rejects.toMatchObject(fault(/longer than 4 hours/));
  });

  it('keeps its path and what programs say of it to itself', async () => {
    const path = at('secret-name.mp4');
    await writeFile(path, '#EXTM3U\n');
    const error = await extract(path).catch((reason: Error) => reason);
    expect(String(error)).not.toMatch(/secret-name|ffmpeg|ffprobe|tmp/);
  });
});

describe.skipIf(mediaProgramsMissing())('extracting frames', () => {
  it('ends when it is cancelled', async () => {
    const path = await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=1280x720:d=20:r=30', ...small, at('long.mp4'));
    const ending = new AbortController();
    const extracting = extract(path, ending.signal);
    setTimeout(() => ending.abort(new Error('cancelled')), 300);
    await expect(extracting).rejects.toThrow('cancelled');
  });

  it('reads nothing that a file names, nor writes beside it', async () => {
    const path = at('names.mp4');
    await writeFile(path, `ffconcat version 1.0\nfile '${at('lines.mp4')}'\n`);
    await expect(extract(path)).rejects.toMatchObject({ name: 'VideoError' });
    expect((await readFile(path, 'utf8')).length).toBeLessThan(1_000);
  });
});

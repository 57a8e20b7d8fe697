import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeoutMs = 60_000;

/** Whether this machine can make pictures and videos at all. */
export const canMakeMedia = (): Promise<boolean> =>
  run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );

/** The picture and the sound of a generated file. */
interface Made {
  readonly words: string;
  readonly subtitles?: string;
}

/** Has ffmpeg make a file of an extension; what it is to write lies in files beside it. */
async function made(
  extension: string,
  { words, subtitles = '' }: Made,
  argsOf: (wordsFile: string, subtitlesFile: string) => readonly string[],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-acceptance-'));
  try {
    const [wordsFile, subtitlesFile] = [join(folder, 'words.txt'), join(folder, 'said.srt')];
    const target = join(folder, `made.${extension}`);
    await Promise.all([writeFile(wordsFile, words), writeFile(subtitlesFile, subtitles)]);
    const args = ['-nostdin', '-v', 'error', ...argsOf(wordsFile, subtitlesFile), target];
    await run('ffmpeg', args, { timeout: timeoutMs });
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const written = (wordsFile: string, more = '') =>
  `drawtext=textfile=${wordsFile}:fontsize=56:fontcolor=black:line_spacing=24:x=60:y=120${more}`;

/** A white picture of 1080 × 1080 with dark words on it. */
export const makePicture = (words: string): Promise<Buffer> =>
  made('jpg', { words }, (wordsFile) => [
    ...['-f', 'lavfi', '-i', 'color=white:s=1080x1080', '-vf', written(wordsFile)],
    ...['-frames:v', '1', '-q:v', '2'],
  ]);

export interface VideoWish {
  /** They stand from the second second on. */
  readonly words: string;
  readonly seconds: number;
  /** A track of silence; none when left out. */
  readonly isSilent?: boolean;
  /** Sentences of a subtitle track, each a second long from the first second on; no track when left out. */
  readonly said?: readonly string[];
  /** Captions that are burned into the picture below the words, two seconds each from the first second on. */
  readonly captions?: readonly string[];
}

/** A video of 720 × 720. */
export const makeVideo = ({
  words,
  seconds,
  isSilent = false,
  said = [],
  captions = [],
}: VideoWish): Promise<Buffer> =>
  made('mp4', { words, subtitles: srtOf(said) }, (wordsFile, subtitlesFile) => [
    ...['-f', 'lavfi', '-i', `color=white:s=720x720:r=10:d=${seconds}`],
    ...(isSilent ? ['-f', 'lavfi', '-i', `anullsrc=r=16000:cl=mono:d=${seconds}`] : []),
    ...(said.length > 0 ? ['-i', subtitlesFile] : []),
    ...[
      '-vf',
      [written(wordsFile, ":fontsize=40:enable='gte(t,2)'"), ...captions.map(captionAt)].join(','),
      ...['-pix_fmt', 'yuv420p'],
    ],
    ...(isSilent ? ['-c:a', 'aac'] : []),
    ...(said.length > 0 ? ['-c:s', 'mov_text'] : []),
  ]);

/** Words of a caption are ours: letters, spaces and full stops, which need no quoting. */
const captionAt = (text: string, n: number) =>
  `drawtext=text='${text}':fontsize=36:fontcolor=black:x=60:y=600:enable='between(t,${1 + 2 * n},${2.99 + 2 * n})'`;

const srtOf = (said: readonly string[]) =>
  said
    .map((sentence, n) => `${n + 1}\n00:00:0${n + 1},000 --> 00:00:0${n + 1},900\n${sentence}\n`)
    .join('\n');

import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const probeTimeoutMs = 10_000;

/** The programs that checks of images and videos need, and Debian's packages that bring them. */
export interface MediaNeed {
  /** As it is told to people. */
  readonly name: string;
  readonly packages: readonly string[];
  readonly isHere: (env: NodeJS.ProcessEnv) => Promise<boolean>;
}

/** Languages that tesseract reads, in its own names. */
const languages = ['eng', 'ind', 'chi_sim'] as const;

/** The programs that checks of images and videos run, each found on the PATH or where its setting says. */
export const mediaNeeds: readonly MediaNeed[] = [
  program('ffmpeg', 'FFMPEG_PATH', 'ffmpeg'),
  program('ffprobe', 'FFPROBE_PATH', 'ffmpeg'),
  program('heif-convert', 'HEIF_CONVERT_PATH', 'libheif-examples'),
  program('tesseract', 'TESSERACT_PATH', 'tesseract-ocr'),
  ...languages.map((language) => ({
    name: `tesseract’s ${language}`,
    packages: ['tesseract-ocr', `tesseract-ocr-${language.replace('_', '-')}`],
    isHere: async (env: NodeJS.ProcessEnv) => (await languagesOf(env)).includes(language),
  })),
];

function program(name: string, setting: string, debianPackage: string): MediaNeed {
  return {
    name,
    packages: [debianPackage],
    isHere: async (env) => (await pathOf(env[setting] || name, env)) !== undefined,
  };
}

async function languagesOf(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const path = await pathOf(env['TESSERACT_PATH'] || 'tesseract', env);
  if (path === undefined) return [];
  // The list comes after a heading; versions differ in which output they write it to.
  return run(path, ['--list-langs'], { env, timeout: probeTimeoutMs }).then(
    ({ stdout, stderr }) => `${stdout}\n${stderr}`.split('\n').map((line) => line.trim()),
    () => [],
  );
}

async function pathOf(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folders = command.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  for (const folder of folders) {
    const path = folder ? join(folder, command) : command;
    const isRunnable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isRunnable) return path;
  }
  return undefined;
}

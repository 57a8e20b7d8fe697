import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureMediaPrograms } from './ensure-media-programs.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-media-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const names = ['ffmpeg', 'ffprobe', 'heif-convert', 'tesseract'];
const all = [...names, 'tesseract’s eng', 'tesseract’s ind', 'tesseract’s chi_sim'];

/** A program on a PATH that holds nothing else. */
async function put(name: string, script = ''): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}
const putTesseract = (languages: readonly string[]) => put('tesseract', `echo '${languages.join('\n')}'`);
const ensure = (mayInstall: boolean) =>
  ensureMediaPrograms({ env: { PATH: folder }, mayInstall, log: (line) => said.push(line) });

describe('programs for images and videos', () => {
  it('are all named where none is here and none may be installed', async () => {
    await put('apt-get', `echo > ${folder}/asked`);
    expect(await ensure(false)).toEqual(all);
  });

  it('are found on the PATH, and tesseract’s languages are asked for one by one', async () => {
    for (const name of names) await put(name);
    await putTesseract(['List of available languages', 'eng', 'ind', 'osd']);
    expect(await ensure(false)).toEqual(['tesseract’s chi_sim']);
  });

  it('are found where their settings say', async () => {
    await put('my-ffmpeg');
    const env = { PATH: folder, FFMPEG_PATH: join(folder, 'my-ffmpeg') };
    expect(await ensureMediaPrograms({ env, mayInstall: false })).toEqual(
      all.filter((it) => it !== 'ffmpeg'),
    );
  });

  it('are installed by root, only what is missing, with fresh lists where the old ones do not do', async () => {
    for (const name of names) await put(name);
    await putTesseract(['eng', 'ind']);
    const installs = `printf '#!/bin/sh\\necho eng; echo ind; echo chi_sim\\n' > ${folder}/tesseract`;
    await put(
      'apt-get',
      `echo "$@" >> ${folder}/asked
case "$*" in
*update*) : > ${folder}/lists ;;
*"--no-install-recommends tesseract-ocr tesseract-ocr-chi-sim") [ -e ${folder}/lists ] || exit 100; ${installs} ;;
*) exit 1 ;;
esac`,
    );
    expect(await ensure(true)).toEqual([]);
    expect(said).toEqual([
      expect.stringMatching(/^tesseract-ocr tesseract-ocr-chi-sim installed from Debian \(\d+ s\)/),
    ]);
  });

  it('stay missing where they cannot be had, with one line that says why', async () => {
    await put('apt-get', 'echo "E: Unable to locate package ffmpeg" >&2; exit 100');
    expect(await ensure(true)).toEqual(all);
    expect(said).toEqual([expect.stringContaining('could not be installed: E: Unable to locate package')]);
  });

  it('stay missing where the machine is no Debian', async () => {
    expect(await ensure(true)).toEqual(all);
    expect(said).toEqual([expect.stringContaining('could not be installed')]);
  });
});

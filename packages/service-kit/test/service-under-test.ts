import { loadConfig, serviceSettings, setting } from '../src/config/index.ts';
import { runService } from '../src/service/index.ts';
import { StartError } from '../src/shutdown/index.ts';

// A service for `run-service.test.ts`, run as a process of its own; it says on standard output what it does.
const { DATABASE_URL: _, ...ownSettings } = serviceSettings({ opsPort: 0 });
const spec = {
  ...ownSettings,
  MODE: setting.enum({ values: ['runs', 'hangs', 'cannot-start', 'throws', 'rejects'], reason: 'test' }),
  COUNT: setting.int({ default: 1, min: 1, max: 5, reason: 'test' }),
  KEY: setting.string({ default: 'k', maxLength: 3, secret: true, reason: 'test' }),
};
const say = (text: string) => process.stdout.write(`${text}\n`);

await runService({
  name: 'probe',
  version: '1.2.3',
  readConfig: () => loadConfig(spec, process.env),
  async start({ config, onClose }) {
    onClose('database', () => void say('closed database'));
    onClose('bus', () => Promise.reject(new Error('bus would not close')));
    if (config.MODE === 'cannot-start') throw new StartError('NATS_URL: nobody there');
    onClose('intake', async () => {
      say('closed intake');
      if (config.MODE === 'hangs') await new Promise(() => {});
    });
    const alive = setInterval(() => {}, 1_000);
    onClose('timer', () => clearInterval(alive));
    if (config.MODE === 'rejects') setTimeout(() => Promise.reject(new Error('nobody caught me')), 10);
    if (config.MODE === 'throws') throw new Error('a bug at start');
    say('running');
    return { nothing: async () => undefined };
  },
  async migrate({ config, onClose }) {
    onClose('database', () => void say('closed database'));
    if (config.MODE === 'throws') throw new Error('a migration failed');
    say('migrated');
    return ['0001-first'];
  },
});

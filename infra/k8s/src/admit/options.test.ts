import { describe, expect, it } from 'vitest';
import { AdmitOptionsError, readAdmitOptions } from './options.ts';

const programs = ['--kubectl', '/k', '--apiserver', '/a', '--etcd', '/e'];

describe('the options of a trial', () => {
  it('are three programs and where the definitions are', () => {
    expect(readAdmitOptions([...programs, '--crds', '/one', '--crds', '/two'])).toEqual({
      kubectl: '/k',
      apiserver: '/a',
      etcd: '/e',
      crds: ['/one', '/two'],
    });
  });

  it('may have the chart of NATS', () => {
    const options = readAdmitOptions([...programs, '--crds', '/one', '--helm', '/h', '--chart', '/c']);
    expect(options.nats).toEqual({ helm: '/h', chart: '/c' });
  });

  it.each([
    ['no program', ['--crds', '/one'], '--kubectl is missing'],
    ['no definitions', programs, '--crds is missing'],
    ['helm without a chart', [...programs, '--crds', '/one', '--helm', '/h'], 'are given together'],
    ['an unknown option', [...programs, '--crds', '/one', '--cluster', 'x'], '--cluster'],
  ])('refuse %s in one line', (_, args, sentence) => {
    expect(() => readAdmitOptions(args)).toThrow(AdmitOptionsError);
    expect(() => readAdmitOptions(args)).toThrow(sentence);
  });
});

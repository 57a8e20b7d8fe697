import { describe, expect, it } from 'vitest';
import { InputError } from '../domain/input-error.ts';
import { serverOf } from './judges.ts';

const server = 'https://redline.example/';

describe('the server of a command', () => {
  it('is that of its option, with the key of the environment, without the line end of a secret', () => {
    expect(serverOf({}, {})).toBeNull();
    const { url, key } = serverOf({ server }, { REDLINE_API_KEY: 'svc_live_x\n' }) ?? {};
    expect({ url, key }).toEqual({ url: 'https://redline.example', key: 'svc_live_x' });
  });

  it('takes its key from the variable that is named, else from REDLINE_API_KEY, else from REDLINE_KEY', () => {
    const env = { MINE: 'svc_live_1', REDLINE_API_KEY: 'svc_live_2', REDLINE_KEY: 'svc_live_3' };
    expect(serverOf({ server, keyEnv: 'MINE' }, env)?.key).toBe('svc_live_1');
    expect(serverOf({ server }, env)?.key).toBe('svc_live_2');
    expect(serverOf({ server }, { ...env, REDLINE_API_KEY: ' ' })?.key).toBe('svc_live_3');
    expect(() => serverOf({ server, keyEnv: 'OTHER' }, env)).toThrow('OTHER has no key');
  });

  it.each([
    ['an address that is none', 'redline.example', 'svc_live_x', '--server takes an http or https URL'],
    ['no key', server, '', 'REDLINE_API_KEY has no key'],
    ['a key that no request can have', server, 'svc_live_\nx', 'REDLINE_API_KEY has characters'],
    ['a key of other letters', server, 'svc_live_ж', 'REDLINE_API_KEY has characters'],
  ])('is refused with %s, without showing the key', (_, address, key, reason) => {
    const named = () => serverOf({ server: address }, { REDLINE_API_KEY: key });
    expect(named).toThrow(InputError);
    expect(named).toThrow(reason);
    expect(named).not.toThrow(key || 'svc_live');
  });
});

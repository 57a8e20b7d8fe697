import { describe, expect, it } from 'vitest';
import { InputError } from '../domain/input-error.ts';
import { serverOf } from './judges.ts';

const server = 'https://redline.example/';
const keyEnv = 'REDLINE_KEY';

describe('the server of a command', () => {
  it('is that of its option, with the key of the environment, without the line end of a secret', () => {
    expect(serverOf({ keyEnv }, {})).toBeNull();
    const { url, key } = serverOf({ server, keyEnv }, { REDLINE_KEY: 'svc_live_x\n' }) ?? {};
    expect({ url, key }).toEqual({ url: 'https://redline.example', key: 'svc_live_x' });
  });

  it.each([
    ['an address that is none', 'redline.example', 'svc_live_x', '--server takes an http or https URL'],
    ['no key', server, '', 'REDLINE_KEY has no key'],
    ['a key that no request can have', server, 'svc_live_\nx', 'REDLINE_KEY has characters'],
    ['a key of other letters', server, 'svc_live_ж', 'REDLINE_KEY has characters'],
  ])('is refused with %s, without showing the key', (_, address, key, reason) => {
    const named = () => serverOf({ server: address, keyEnv }, { REDLINE_KEY: key });
    expect(named).toThrow(InputError);
    expect(named).toThrow(reason);
    expect(named).not.toThrow(key || 'svc_live');
  });
});

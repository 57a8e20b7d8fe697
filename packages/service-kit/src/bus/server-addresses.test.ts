import { describe, expect, it } from 'vitest';
import { readServers } from './server-addresses.ts';

describe('the servers of a bus', () => {
  it('are all that the setting names, with the user of the first', () => {
    expect(readServers('nats://text%40engine:p%2Fw@a:4222,nats://b:4223')).toEqual({
      hosts: 'a:4222, b:4223',
      user: 'text@engine',
      options: {
        servers: ['a:4222', 'b:4223'],
        user: 'text@engine',
        pass: 'p/w',
        inboxPrefix: '_INBOX_text_engine',
      },
    });
  });

  it('are spoken to in TLS, with a token, where the URL says so', () => {
    expect(readServers('tls://secret@a:4222').options).toEqual({
      servers: ['a:4222'],
      tls: {},
      token: 'secret',
    });
  });

  it('are asked for TLS, and shown a certificate, where files are named', () => {
    const tls = { caFile: 'ca.pem', certFile: 'own.pem', keyFile: 'own-key.pem' };
    expect(readServers('nats://a:4222', { tls }).options).toEqual({ servers: ['a:4222'], tls });
    expect(
      readServers('nats://a:4222', { tls: { caFile: null, certFile: null, keyFile: null } }).options,
    ).toEqual({ servers: ['a:4222'] });
  });
});

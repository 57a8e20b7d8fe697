import { describe, expect, it } from 'vitest';
import { licenceFaults, thirdPartyText } from './licences.ts';

const packageOf = (licence: string, name = 'one') => ({ name, version: '1.0.0', licence });

describe('licences of what is shipped', () => {
  it.each(['MIT', 'Apache-2.0 AND MIT', '(MIT OR CC0-1.0)', 'MIT OR GPL-3.0-only'])(
    '%s may be shipped',
    (licence) => {
      expect(licenceFaults([packageOf(licence)])).toEqual([]);
    },
  );

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'MIT AND GPL-2.0-only',
    'SSPL-1.0',
    'Unknown',
    '',
    '(MIT AND GPL-2.0) OR X',
  ])('%j may not before somebody has allowed it', (licence) => {
    expect(licenceFaults([packageOf(licence)])).toEqual([
      `one@1.0.0 is under ${licence}, which nobody has allowed`,
    ]);
  });

  it('has its exceptions by name', () => {
    const libvips = packageOf('LGPL-3.0-or-later', '@img/sharp-libvips-<platform>');
    expect(licenceFaults([libvips, packageOf('LGPL-3.0-or-later')])).toHaveLength(1);
  });

  it('lists a package of several platforms once', () => {
    const text = thirdPartyText([packageOf('MIT', 'two-<platform>'), packageOf('MIT', 'two-<platform>')]);
    expect(text.match(/two-<platform>/g)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the command line', () => {
  it('loads this machine alone, unless another one is said to be meant', () => {
    const to = (url: string, ...more: string[]) =>
      readOptions(['--url', url, '--keys', 'keys.json', ...more]);
    expect(to('http://127.0.0.1:8080/v1').product?.apiUrl).toBe('http://127.0.0.1:8080');
    expect(to('http://[::1]:8080').product?.apiUrl).toBe('http://[::1]:8080');
    expect(() => to('https://api.example.com')).toThrow(/another machine/);
    expect(() => to('http://127.0.0.1.example.com')).toThrow(/another machine/);
    expect(to('https://api.example.com', '--remote').product?.apiUrl).toBe('https://api.example.com');
    expect(() => to('not an address')).toThrow(/http/);
    expect(() => readOptions(['--url', 'http://127.0.0.1:1'])).toThrow(/go together/);
  });

  it('has defaults, and bounds for every number', () => {
    expect(readOptions([])).toMatchObject({ command: 'run', wanted: ['everyday'], rates: [5], seconds: 60 });
    expect(readOptions(['staircase'])).toMatchObject({ command: 'staircase', rates: [1], seconds: 20 });
    expect(readOptions(['--mix', 'texts,images']).wanted).toEqual(['texts', 'images']);
    expect(readOptions(['capacity', '--checks', '10e6']).checks).toEqual([10_000_000]);
    for (const wrong of [['--rate', '0'], ['--seconds', 'x'], ['--mix', 'toString'], ['walk']]) {
      expect(() => readOptions(wrong)).toThrow(/usage/);
    }
  });
});

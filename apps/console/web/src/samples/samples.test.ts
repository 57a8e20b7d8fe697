import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlSample, pythonSample, typescriptSample } from './samples.ts';

const nasty = `It's "100%" $HOME \`id\` \\n 好 👍🏽\nnew line; ' && rm`;
const body = { text: nasty, platform: 'shortvideo_a', productVertical: 'creator', autoFix: true };
const call = { site: 'main', apiUrl: 'http://127.0.0.1:8080', body } as const;

describe('the same call as code', () => {
  it('for curl is one command, whose body no shell changes', () => {
    // A shell function stands in for curl and prints what it was given, with a zero between.
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlSample(call)}`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { REDLINE_API_KEY: 'svc' } });
    const words = stdout.split('\0');
    expect(words[1]).toBe('http://127.0.0.1:8080/v1/text/checks?wait=10');
    expect(words).toContain('Authorization: Bearer svc');
    expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(body);
  });

  it('for TypeScript says the body as it is', () => {
    const [, object = ''] = /\.create\((\{[\s\S]*?\n {2}\})\)/.exec(typescriptSample(call)) ?? [];
    expect(new Function(`return ${object}`)()).toEqual(body);
  });

  it('for Python has the names of Python', () => {
    const sample = pythonSample(call);
    expect(sample).toContain('product_vertical="creator"');
    expect(sample).toContain('auto_fix=True');
    expect(sample).toContain(`text=${JSON.stringify(nasty)}`);
    expect(sample).toContain('site="main"');
  });
});

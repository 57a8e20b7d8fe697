import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePacks, runCommand } from './run-command.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const cures = 'Our drops cure arthritis in two weeks';
const copy = `Mint and lemon. ${cures}. Thirty to a tin.`;

let folder: string;
let client: Client;
/** What the SDK could not read as the protocol: anything else on the standard output. */
const errors: Error[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redline-mcp-'));
  await compilePacks(folder, 'us');
  client = new Client({ name: 'test', version: '1.0.0' });
  client.onerror = (error) => errors.push(error);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', program, 'mcp', '--vertical', 'supplement'],
      env: { REDLINE_CACHE_DIR: join(folder, 'cache'), PATH: process.env.PATH ?? '' },
    }),
  );
  // With this the client checks each answer against the schema of its tool.
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

type Shape = Record<string, unknown> & { readonly risks: { ruleId: string }[] };
const call = async (name: string, args: Record<string, unknown>) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { text: string }[];
  return { data: structuredContent as Shape, text: first?.text ?? '', isError };
};

describe('the MCP server over stdio', () => {
  it('lists its tools with schemas, none of which needs a server or changes anything', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['check_text', 'fix_text', 'explain_rule', 'list_rules']);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(inputSchema.properties).not.toEqual({});
      expect(outputSchema?.required).not.toEqual([]);
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    }
    expect(tools[0]?.inputSchema.properties).toMatchObject({
      text: { maxLength: 5000 },
      site: { enum: ['us', 'id', 'main'] },
    });
  });

  it('finds a risk at its place, for the place that it was started for, and says it in words', async () => {
    const { data, text } = await call('check_text', { text: copy });
    expect(data).toMatchObject({
      verdict: 'high',
      risks: [{ ruleId: 'us.disease-claim.treats', words: cures, start: copy.indexOf(cures) }],
    });
    expect(text).toContain('us.disease-claim.treats');
    expect((await call('check_text', { text: 'Soft cotton socks, six pairs, in grey.' })).data).toMatchObject(
      {
        verdict: 'safe',
        risks: [],
      },
    );
  });

  it('rewrites a text to one without risks', async () => {
    const { data, text } = await call('fix_text', { text: copy });
    expect(data).toMatchObject({
      ...{ text: 'Mint and lemon. Thirty to a tin.', isChanged: true, isAccepted: true },
      ...{ reason: null, risksLeft: [] },
    });
    expect(text).toBe('Rewritten:\n\nMint and lemon. Thirty to a tin.');
    expect((await call('fix_text', { text: `${cures}.` })).data).toMatchObject({
      ...{ text: `${cures}.`, isChanged: false, isAccepted: false, reason: 'nothing_left' },
      risksLeft: [{ ruleId: 'us.disease-claim.treats' }],
    });
  });

  it('explains a rule with its law and examples, and lists those that are sought', async () => {
    const { data } = await call('explain_rule', { ruleId: 'us.disease-claim.treats' });
    expect(data).toMatchObject({ severity: 'high', laws: expect.any(Array) });
    expect(data.laws).toContainEqual(
      expect.objectContaining({ article: '21 CFR 101.93(g)', link: expect.stringMatching(/^https:/) }),
    );
    expect((data.examples as { hit: string[] }).hit).not.toEqual([]);
    const first = await call('list_rules', { search: 'DISEASE-claim', limit: 2 });
    expect(first.data).toMatchObject({ rules: [{}, {}], nextOffset: 2 });
    const next = await call('list_rules', { search: 'DISEASE-claim', limit: 200, offset: 2 });
    expect(next.data.nextOffset).toBe(null);
    const ids = [first, next].flatMap(({ data }) =>
      (data.rules as { ruleId: string }[]).map((r) => r.ruleId),
    );
    expect(ids).toContain('us.disease-claim.treats');
    expect(new Set(ids).size).toBe(first.data.total);
  });

  it.each([
    ['check_text', { text: '' }, /text must not be empty/],
    ['check_text', { text: 'x'.repeat(5001) }, /at most 5000 characters/],
    ['check_text', { text: copy, platform: 'shortvideo_a' }, /us has no platform "shortvideo_a"; one of: /],
    ['check_text', { text: copy, site: 'de' }, /site/],
    ['explain_rule', { ruleId: 'us.disease-claim.teats' }, /there are: us\.disease-claim\./],
    ['check_image', { imageUrl: 'https://a.example/b.png' }, /check_image/],
  ])('answers a wrong call of %s as an error of the tool, case %#', async (name, args, said) => {
    const { isError, text } = await call(name, args);
    expect(isError).toBe(true);
    expect(text).toMatch(said);
  });

  it('lists rules and citations in pages, each of which can be read, and completes ids', async () => {
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      expect(page.resources.length).toBeLessThanOrEqual(100);
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris).toContain('redline://rules/us/us.disease-claim.treats');
    const citation = uris.find((uri) => uri.startsWith('redline://citations/us/')) ?? '';
    for (const uri of ['redline://rules/us/us.disease-claim.treats', citation]) {
      const { contents } = await client.readResource({ uri });
      const [{ text } = { text: '' }] = contents as { text: string }[];
      expect(JSON.parse(text)).toMatchObject(
        uri === citation ? { article: expect.any(String) } : { severity: 'high' },
      );
    }
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'redline://rules/{site}/{id}' },
      argument: { name: 'id', value: 'us.disease-claim.tr' },
      context: { arguments: { site: 'us' } },
    });
    expect(completion.values).toContain('us.disease-claim.treats');
    await expect(client.readResource({ uri: 'redline://rules/us/no.such' })).rejects.toThrow(
      'there is no resource',
    );
    await expect(client.listResources({ cursor: 'x' })).rejects.toThrow('the cursor is none of this list');
  });

  it('writes nothing but the protocol, and ends with its input', async () => {
    expect(errors).toEqual([]);
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const { code, stderr } = await runCommand(['mcp'], {
      cwd: folder,
      input: `${JSON.stringify(initialize)}\n`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('needs a key for a server', async () => {
    const args = ['mcp', '--server', 'http://127.0.0.1:9', '--key-env', 'NO_SUCH_KEY'];
    const { code, stdout, stderr } = await runCommand(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('the environment variable NO_SUCH_KEY has no key');
  });
});

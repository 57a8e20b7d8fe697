import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adoptUpload, purgedUploads } from '../src/store/retire-uploads.ts';
import {
  answerOf,
  formOf,
  mp4,
  owner,
  type Policy,
  png,
  setUpUploads,
  type UploadWorld,
} from './uploads-fixtures.ts';

let world: UploadWorld;
let policy: Policy;
beforeAll(async () => {
  world = await setUpUploads();
  policy = await world.policy('image', 'photo.png');
});
afterAll(() => world.dispose());

const post = async (body: FormData, headers: Record<string, string> = {}) =>
  answerOf(await fetch(`${world.origin}/uploads`, { method: 'POST', body, headers }));
const upload = (file: Uint8Array<ArrayBuffer> | undefined, change: Record<string, string | undefined> = {}) =>
  post(formOf(policy, file, change));
const rows = () => world.db.selectFrom('uploads').selectAll().orderBy('created_at').execute();
const jpeg = () =>
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, ...new Uint8Array(100)]);
const keyFor = (name: string) => `${policy.dir}${name}`;

describe('an upload policy', () => {
  it('allows five minutes of uploads below a prefix of the scope', async () => {
    const { dir, expiresAt } = policy;
    expect(policy).toMatchObject({
      kind: 'image',
      maxSizeBytes: 10_485_760,
      contentTypes: expect.arrayContaining(['image/png']),
    });
    expect(policy.key).toMatch(new RegExp(`^${dir}file_[0-9a-z]{26}\\.png$`));
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(4.9 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect(policy).not.toHaveProperty('direct');
    expect((await world.policy('video')).maxSizeBytes).toBe(1_073_741_824);
    expect((await world.policy('image', null, { ...owner, tenantId: 'b' })).dir).not.toBe(dir);
    const { fields, key, accessKeyId, signature } = policy;
    expect(fields).toEqual({ key, policy: policy.policy, StoreAccessKeyId: accessKeyId, signature });
    await expect(world.policy('image', 'photo')).rejects.toThrow('filename must end in an extension');
  });
});

describe('the form', () => {
  it('stores the file, which is then at cdnHost and key', async () => {
    const file = png(5_000);
    const { status, body, headers } = await upload(file);
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        data: {
          key: policy.key,
          url: `${policy.cdnHost}/${policy.key}`,
          contentType: 'image/png',
          sizeBytes: 5_000,
        },
      },
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const read = await fetch(`${world.origin}/assets/${policy.key}`);
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(file))).toBe(true);
  });

  it('takes its fields in any order, others beside them, and any key below the prefix', async () => {
    const form = new FormData();
    form.append('success_action_status', '200');
    form.append('signature', policy.signature);
    form.append('key', keyFor('sub/产品 图+1.png'));
    form.append('Content-Type', 'image/svg+xml');
    form.append('StoreAccessKeyId', policy.accessKeyId);
    form.append('policy', policy.policy);
    form.append('file', new Blob([png()]), 'x.png');
    form.append('submit', 'Upload');
    const { status, body } = await post(form);
    expect([status, body.data?.contentType]).toEqual([201, 'image/png']);
    expect((await fetch(`${world.origin}/assets/${new URL(body.data.url).pathname.slice(8)}`)).status).toBe(
      200,
    );
  });

  it('takes the fields of the policy as they are', async () => {
    const issued = await world.policy('image', 'ready.png');
    const form = new FormData();
    for (const [name, value] of Object.entries(issued.fields ?? {})) form.append(name, value);
    form.append('file', new Blob([png()]), 'ready.png');
    expect(await post(form)).toMatchObject({ status: 201, body: { data: { key: issued.key } } });
  });

  it.each([
    ['small', 100],
    ['large', 3_000_000],
  ])('with a second file behind a %s one is 400, and stores neither', async (_, size) => {
    for (const name of ['file', 'another']) {
      const key = keyFor(`two-${size}-${name}.png`);
      const form = formOf(policy, png(size), { key });
      form.append(name, new Blob([png(size)]), 'second.png');
      const answer = await post(form);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.error).toBe('a form takes one file; send a form for each');
      expect(await world.blobs.head(key)).toBeUndefined();
      expect((await upload(png(size), { key })).status).toBe(201);
    }
    expect(await world.parts()).toBe(0);
  });

  it.each([
    ['png', 'image/jpeg', jpeg()],
    ['GIF', 'image/png', png()],
    ['heic', 'image/png', png()],
    ['mp4', 'image/png', png()],
  ])('does not take a file under a key that ends in .%s and that is %s', async (extension, type, file) => {
    const key = keyFor(`named.${extension}`);
    const answer = await upload(file, { key });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error).toContain(`.${extension.toLowerCase()}, but by its content file is ${type}`);
    expect(await world.blobs.head(key)).toBeUndefined();
  });

  it.each(['jpeg', 'JPG', 'bin', 'v2'])('takes a JPEG under a key that ends in .%s', async (extension) => {
    expect((await upload(jpeg(), { key: keyFor(`photo.${extension}`) })).status).toBe(201);
    expect((await upload(jpeg(), { key: keyFor(`${extension}-without`) })).status).toBe(201);
  });

  it('gives the same reply to the same file under the same key, and refuses another', async () => {
    const key = keyFor('same.png');
    expect((await upload(png(2_000), { key })).status).toBe(201);
    expect(await upload(png(2_000), { key })).toMatchObject({
      status: 201,
      body: { data: { sizeBytes: 2_000 } },
    });
    for (const other of [png(2_000, 8), png(2_001), png(1_999)]) {
      expect(await upload(other, { key })).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_request',
          error: expect.stringContaining('not overwritten'),
          issues: [{ path: 'key' }],
        },
      });
    }
    expect((await world.blobs.head(key))?.sizeBytes).toBe(2_000);
  });

  const without = (field: string) => ({ [field]: undefined });
  it.each([
    ['no key', without('key'), 400, /lacks key/],
    ['no policy', without('policy'), 400, /lacks policy/],
    ['no signature', without('signature'), 400, /lacks signature/],
    ['no access key', without('StoreAccessKeyId'), 400, /lacks StoreAccessKeyId/],
    ['an empty key', { key: '' }, 400, /lacks key/],
    ['a forged signature', { signature: randomBytes(32).toString('base64') }, 401, /signature/],
    ['a forged policy', { policy: Buffer.from('{}').toString('base64') }, 401, /signature/],
    ['another access key', { StoreAccessKeyId: 'upload_0' }, 401, /StoreAccessKeyId/],
    ['a field past all bounds', { policy: 'x'.repeat(20_000) }, 400, /policy must have at most/],
  ])('with %s is refused, and nothing is stored', async (_, change, status, message) => {
    const before = (await rows()).length;
    const answer = await upload(png(), change);
    expect([answer.status, answer.body.success]).toEqual([status, false]);
    expect(answer.body.error).toMatch(message);
    const [field] = Object.keys(change);
    const issues = status === 400 ? [{ path: field, message: answer.body.error }] : undefined;
    expect(answer.body.issues).toEqual(issues);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect((await rows()).length).toBe(before);
  });

  it.each([
    ['another scope’s prefix', () => 'uploads/us/0123/4567/x.png'],
    ['a way up', () => keyFor('../../x.png')],
    ['an encoded way up', () => keyFor('%2e%2e/x.png')],
    ['a hidden file', () => keyFor('.htaccess')],
    ['frames', () => 'frames/x.png'],
    ['a slash too many', () => keyFor('/x.png')],
    ['a NUL', () => keyFor('x\0.png')],
    ['the prefix itself', () => policy.dir],
    ['1,000 characters', () => keyFor('x'.repeat(1_000))],
  ])('with a key that is %s is 400', async (_, key) => {
    const answer = await upload(png(), { key: key() });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error).toMatch(/^key /);
  });

  const text = (value: string) => new TextEncoder().encode(value.padEnd(200));
  it.each([
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['an SVG behind an XML declaration', text('<?xml version="1.0"?><svg/>')],
    ['text', text('hello')],
    ['a PDF', text('%PDF-1.7\n')],
    ['a video', mp4()],
    ['a playlist', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd')],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...new Uint8Array(100)])],
    ['a single byte', new Uint8Array([0xff])],
  ])('does not take %s for an image, whatever it is called', async (_, file) => {
    const answer = await upload(file, { key: keyFor('page.png') });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    expect(await world.blobs.head(keyFor('page.png'))).toBeUndefined();
  });

  it('takes a video where the policy is for one, and no image', async () => {
    const video = await world.policy('video', 'clip.mp4');
    expect((await post(formOf(video, mp4()))).body.data.contentType).toBe('video/mp4');
    const image = await post(formOf(video, png(), { key: `${video.dir}x.png` }));
    expect([image.status, image.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('refuses an empty file, and a form without one', async () => {
    for (const [file, error] of [
      [new Uint8Array(0), 'file is empty'],
      [undefined, 'the form has no file'],
    ] as const) {
      const issues = [{ path: 'file', message: error }];
      expect(await upload(file)).toMatchObject({ status: 400, body: { error, issues } });
    }
  });

  it('refuses a file before its fields, and one in another field', async () => {
    const early = new FormData();
    early.append('file', new Blob([png(200_000)]));
    for (const [name, value] of formOf(policy, undefined)) early.append(name, value);
    expect((await post(early)).body.error).toMatch(/all fields come before the file/);
    const misnamed = formOf(policy, undefined);
    misnamed.append('image', new Blob([png()]));
    expect((await post(misnamed)).body.error).toMatch(/field named file/);
  });

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['no content type', '', 'x', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['a body that is no form', 'multipart/form-data; boundary=x', 'hello', 400],
    ['a form that breaks off in its fields', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400],
  ])('is no %s', async (_, type, body, status) => {
    const response = await fetch(`${world.origin}/uploads`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    const answer = await answerOf(response);
    expect([answer.status, answer.body.success]).toEqual([status, false]);
  });

  it('is 405 for another method', async () => {
    const response = await fetch(`${world.origin}/uploads`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the size limit', () => {
  it('takes the last byte that is allowed, and not one more', async () => {
    const full = await upload(png(10_485_760), { key: keyFor('full.png') });
    expect([full.status, full.body.data?.sizeBytes]).toEqual([201, 10_485_760]);
    const over = await upload(png(10_485_761), { key: keyFor('over.png') });
    expect([over.status, over.body.code]).toEqual([413, 'payload_too_large']);
    expect(over.body.error).toContain('10485760');
    expect(await world.blobs.head(keyFor('over.png'))).toBeUndefined();
    expect(await world.parts()).toBe(0);
  });

  it('answers what is far past it before the rest has come', async () => {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    const head = await headOf(formOf(policy, png(), { key: keyFor('huge.png') }), 2_000_000_000);
    socket.write(head);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('ends a file without a declared length as well', async () => {
    const form = new Response(formOf(policy, png(12_000_000), { key: keyFor('chunked.png') }));
    const response = await fetch(`${world.origin}/uploads`, {
      method: 'POST',
      headers: { 'content-type': form.headers.get('content-type') ?? '' },
      body: form.body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

/** The first bytes of a form as they go over the wire, with a length that it does not have. */
async function headOf(form: FormData, length: number): Promise<Buffer> {
  const request = new Response(form);
  const lines = ['POST /uploads HTTP/1.1', 'Host: x', `Content-Length: ${length}`];
  const type = `Content-Type: ${request.headers.get('content-type')}`;
  const body = Buffer.from(await request.arrayBuffer());
  return Buffer.concat([Buffer.from([...lines, type, '', ''].join('\r\n')), body.subarray(0, -100)]);
}

describe('an upload that breaks off', () => {
  it('leaves no file, no part and no claim, and its key is free', async () => {
    const key = keyFor('broken.png');
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
    socket.write(await headOf(formOf(policy, png(3_000_000), { key }), 9_000_000));
    await waitFor(async () => (await rows()).some((row) => row.key === key), { what: 'the claim' });
    await waitFor(async () => (await world.parts()) === 1, { what: 'the part' });
    // The key is held meanwhile.
    expect((await upload(png(), { key })).body.error).toMatch(/being uploaded under this key already/);
    socket.destroy();
    await waitFor(async () => (await world.parts()) === 0, { what: 'the end of the part' });
    await waitFor(async () => !(await rows()).some((row) => row.key === key), {
      what: 'the end of the claim',
    });
    expect(await world.blobs.head(key)).toBeUndefined();
    expect((await upload(png(), { key })).status).toBe(201);
  });

  it('because its form ends too soon is 400', async () => {
    const key = keyFor('short.png');
    const form = new Response(formOf(policy, png(100_000), { key }));
    const body = Buffer.from(await form.arrayBuffer()).subarray(0, -5_000);
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const answer = await answerOf(await fetch(`${world.origin}/uploads`, { method: 'POST', body, headers }));
    expect([answer.status, answer.body.error]).toEqual([400, 'the form broke off or is malformed']);
    expect(await world.blobs.head(key)).toBeUndefined();
    expect(await world.parts()).toBe(0);
  });
});

describe('the janitor', () => {
  const age = (key: string) =>
    world.db.updateTable('uploads').set({ remove_at: new Date() }).where('key', '=', key).execute();

  it('removes a file in its time, says that it went, and its key stays used', async () => {
    const key = keyFor('old.png');
    await upload(png(), { key });
    await world.retire();
    expect([...(await purgedUploads(world.db, [key]))]).toEqual([]);
    const [row] = (await rows()).filter((one) => one.key === key);
    expect(((row?.remove_at?.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 86_400_000).toBe(30);
    await age(key);
    await world.retire();
    expect([...(await purgedUploads(world.db, [key, policy.key]))]).toEqual([key]);
    expect((await fetch(`${world.origin}/assets/${key}`)).status).toBe(404);
    expect((await upload(png(), { key })).body.error).toMatch(/has been removed/);
  });

  it('forgets in the end that it went, so that there are not more and more rows', async () => {
    const [long, lately] = [keyFor('long.png'), keyFor('lately.png')];
    for (const key of [long, lately]) {
      await upload(png(), { key });
      await age(key);
    }
    await world.retire();
    const goneAt = new Date(Date.now() - 366 * 86_400_000);
    await world.db.updateTable('uploads').set({ purged_at: goneAt }).where('key', '=', long).execute();
    await world.retire();
    const left = (await rows()).map(({ key }) => key);
    expect([left.includes(long), left.includes(lately)]).toEqual([false, true]);
  });

  it('says the same of a file that went with its check', async () => {
    const [key, direct] = [keyFor('deleted.png'), keyFor('direct.png')];
    await upload(png(), { key });
    await world.blobs.put(direct, png(), { contentType: 'image/png' });
    await world.remove([key, direct]);
    expect(await world.blobs.head(key)).toBeUndefined();
    expect(await world.blobs.head(direct)).toBeUndefined();
    expect([...(await purgedUploads(world.db, [key, direct]))]).toEqual([key]);
    expect((await upload(png(), { key })).body.error).toMatch(/has been removed/);
  });

  it('settles uploads whose engine died: what is stored stays, what is not is forgotten', async () => {
    const [stored, lost] = [keyFor('stored.png'), keyFor('lost.png')];
    await world.blobs.put(stored, png(), { contentType: 'image/png' });
    const whose = { account_id: 'acct_1', site_id: 'us', tenant_id: '', kind: 'image' } as const;
    for (const key of [stored, lost]) {
      const claim = { claim_id: 'claim_dead', lease_until: new Date(Date.now() - 1) };
      await world.db
        .insertInto('uploads')
        .values({ key, ...whose, ...claim })
        .execute();
    }
    await world.retire();
    const left = (await rows()).filter(({ key }) => key === stored || key === lost);
    expect(left).toEqual([
      expect.objectContaining({ key: stored, claim_id: null, content_type: 'image/png' }),
    ]);
  });

  it('goes on when the store fails, and tries again later', async () => {
    let isAway = true;
    const failing = await setUpUploads({
      change: (deps) => ({
        ...deps,
        blobs: {
          ...deps.blobs,
          delete: async (key) => (isAway ? Promise.reject(new Error('away')) : deps.blobs.delete(key)),
        },
      }),
    });
    const file = {
      key: 'uploads/x',
      scope: owner,
      kind: 'image',
      contentType: 'image/png',
      sizeBytes: 1,
    } as const;
    await adoptUpload(failing.db, file, -1);
    await failing.retire();
    expect((await purgedUploads(failing.db, ['uploads/x'])).size).toBe(0);
    isAway = false;
    await failing.db.updateTable('uploads').set({ remove_at: new Date() }).execute();
    await failing.retire();
    expect((await purgedUploads(failing.db, ['uploads/x'])).size).toBe(1);
    await failing.dispose();
  });

  it('forgets policies under which nothing can arrive any more', async () => {
    const { policy: text } = await world.policy('image');
    const { id } = JSON.parse(Buffer.from(text, 'base64').toString());
    const known = async () =>
      (await world.db.selectFrom('upload_policies').select('id').where('id', '=', id).execute()).length;
    const end = (ms: number) =>
      world.db
        .updateTable('upload_policies')
        .set({ expires_at: new Date(Date.now() - ms) })
        .where('id', '=', id)
        .execute();
    await end(30_000);
    await world.retire();
    expect(await known()).toBe(1);
    await end(61_000);
    await world.retire();
    expect(await known()).toBe(0);
  });
});

describe('bounds', () => {
  it('one policy takes a hundred files', async () => {
    const used = await world.policy('image');
    const { id } = JSON.parse(Buffer.from(used.policy, 'base64').toString());
    await world.db.updateTable('upload_policies').set({ files: 99 }).where('id', '=', id).execute();
    expect((await post(formOf(used, png(), { key: `${used.dir}hundredth.png` }))).status).toBe(201);
    const answer = await post(formOf(used, png(), { key: `${used.dir}one-more.png` }));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('100 files')]);
  });

  it('uploads above the limit are asked to retry', async () => {
    const narrow = await setUpUploads({ limits: { uploadsMax: 1 } });
    const own = await narrow.policy('image');
    const socket = connect(Number(new URL(narrow.origin).port), '127.0.0.1');
    socket.write(await headOf(formOf(own, png(500_000)), 900_000));
    await waitFor(async () => (await narrow.parts()) === 1, { what: 'the first upload' });
    const send = () =>
      fetch(`${narrow.origin}/uploads`, { method: 'POST', body: formOf(own, png(), { key: `${own.dir}2` }) });
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '1']);
    socket.destroy();
    await waitFor(async () => (await send()).status === 201, { what: 'a free place' });
    await narrow.dispose();
  });
});

import type { StoredFile } from '../contract/schemas.ts';
import type { Api, RequestOptions } from '../http/api.ts';
import type { SiteTypes } from '../sites.ts';

/** The content of a file: a stream is read into memory first, a `Blob` or `File` is not. */
export type Uploadable =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>;

/** A file to upload. */
export interface UploadBody {
  readonly kind: 'image' | 'video';
  readonly file: Uploadable;
  /** Its extension says the type of the file, as in `photo.jpg`; that of a `File` when left out. */
  readonly filename?: string | undefined;
}

/** Files for checks, where there is no public URL of them. */
export interface Uploads<T extends SiteTypes> {
  /**
   * Uploads a file: gets a policy and posts the form that it signs. The time for an attempt is a quarter of an hour when
   * none is given.
   * @returns with the `url` that a check takes, and `sizeBytes`
   * @throws RedlineError for what is too large or of another type than its name says
   */
  readonly create: (body: UploadBody, options?: RequestOptions) => Promise<StoredFile>;
  /** Gets the policy alone, for whoever posts the form, as a browser may: it needs no key. */
  readonly createPolicy: (
    body: T['uploadPolicyBody'],
    options?: RequestOptions,
  ) => Promise<T['uploadPolicy']>;
}

const uploadTimeoutMs = 15 * 60_000;

/** Builds the uploads of a site. */
export function uploads<T extends SiteTypes>(api: Api): Uploads<T> {
  const createPolicy: Uploads<T>['createPolicy'] = (body, options) =>
    api.request({ method: 'POST', path: '/uploads/policy', body, options });
  return {
    createPolicy,
    async create({ kind, file, filename = nameOf(file) }, options = {}) {
      const policy = await createPolicy(
        { kind, ...(filename !== undefined && { filename }) } as T['uploadPolicyBody'],
        options,
      );
      const { host, key, policy: signed, accessKeyId: StoreAccessKeyId, signature } = policy;
      const { fields = { key, policy: signed, StoreAccessKeyId, signature } } = policy;
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', await blobOf(file, policy.maxSizeBytes), filename ?? 'file');
      return api.postForm(host, form, { ...options, timeoutMs: options.timeoutMs ?? uploadTimeoutMs });
    },
  };
}

const nameOf = (file: Uploadable): string | undefined =>
  file instanceof Blob && 'name' in file && typeof file.name === 'string' ? file.name : undefined;

/** Gives a form what it takes. @throws RangeError for a stream that is longer than the policy allows */
async function blobOf(file: Uploadable, bytesMax: number): Promise<Blob> {
  if (file instanceof Blob) return file;
  if (!(file instanceof ReadableStream)) return new Blob([file]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = file.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    parts.push(read.value);
    if (bytes > bytesMax) {
      await reader.cancel();
      throw new RangeError(
        `the file has more than the ${bytesMax} bytes that an upload of its kind may have`,
      );
    }
  }
  return new Blob(parts);
}

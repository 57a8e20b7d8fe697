import { replyOf } from '@redline/service-kit/http';
import type { FastifyRequest } from 'fastify';
import type { ItemOf, RecordKind, RecordOf } from '../clients/records.ts';
import type { UploadWish } from '../clients/uploads.ts';
import { type FallbackRecord, type ImageDeps, imageCheckRoutes } from './image-checks.ts';
import { type BodyOf, recordRoutes } from './records.ts';
import { succeeded } from './success.ts';
import { textCheckRoutes } from './text-checks.ts';
import { uploadPolicyOf } from './uploads.ts';
import type { WaitDeps } from './wait.ts';

/** The records, list items and image submissions of a site, as its contract types them. */
export type SiteTypes = {
  readonly [K in RecordKind]: { readonly record: RecordOf<K>; readonly item: ItemOf<K> };
} & { readonly imageBody: BodyOf<'image'>; readonly uploadPolicy: string };

/** The dependencies of the routes of every site. */
export type SiteDeps = ImageDeps & WaitDeps;

/** The type names of a site's records. */
interface ObjectNames<T extends SiteTypes> {
  readonly textCheck: T['text']['record']['object'];
  readonly imageCheck: T['image']['record']['object'];
  readonly videoCheck: T['video']['record']['object'];
  readonly batch: T['batch']['record']['object'];
  readonly uploadPolicy: T['uploadPolicy'];
}

/**
 * Returns the handlers of the routes that every site has with the same meaning, and `fixText` and `quoteFix`, whose
 * bodies differ.
 * @param fallbackImage builds the record of an image check whose owner does not answer
 */
export function siteRoutes<T extends SiteTypes>(
  objects: ObjectNames<T>,
  deps: SiteDeps,
  fallbackImage: FallbackRecord<T['image']['record'], T['imageBody']>,
) {
  const texts = textCheckRoutes<T['text']['record'], T['text']['item']>(objects.textCheck, deps);
  const images = imageCheckRoutes<T['image']['record'], T['image']['item'], T['imageBody']>(
    objects.imageCheck,
    deps,
    fallbackImage,
  );
  const videos = recordRoutes<'video', T['video']['record'], T['video']['item']>(
    'video',
    objects.videoCheck,
    deps,
  );
  const batches = recordRoutes<'batch', T['batch']['record'], T['batch']['item']>(
    'batch',
    objects.batch,
    deps,
  );
  return {
    fixText: texts.fix,
    quoteFix: texts.quoteFix,
    handlers: {
      createTextCheck: ({ body, query, request, reply }: TextArgs) =>
        texts.create({ body, request, reply: replyOf(reply), wait: query.wait }),
      quoteTextCheck: texts.quote,
      listTextChecks: texts.list,
      getTextCheck: texts.get,
      deleteTextCheck: texts.remove,
      createImageCheck: images.create,
      quoteImageCheck: images.quote,
      listImageChecks: images.list,
      getImageCheck: images.get,
      deleteImageCheck: images.remove,
      createVideoCheck: videos.create,
      quoteVideoCheck: videos.quote,
      listVideoChecks: videos.list,
      getVideoCheck: videos.get,
      deleteVideoCheck: videos.remove,
      createBatch: batches.create,
      quoteBatch: batches.quote,
      listBatches: batches.list,
      getBatch: batches.get,
      deleteBatch: batches.remove,
      async createUploadPolicy({ body, request }: UploadArgs) {
        const policy = await uploadPolicyOf(request, deps, {
          kind: body.kind,
          filename: body.filename ?? null,
        });
        return succeeded(201, { object: objects.uploadPolicy, ...policy });
      },
    },
  };
}

interface TextArgs {
  readonly body: BodyOf<'text'>;
  readonly query: { readonly wait?: number | undefined };
  readonly request: FastifyRequest;
  readonly reply: object;
}

interface UploadArgs {
  /** A file name is required on the main site. */
  readonly body: { readonly kind: UploadWish['kind']; readonly filename?: string | undefined };
  readonly request: FastifyRequest;
}

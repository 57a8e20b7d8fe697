import { type imageRequests, mainSite, type textRequests, type videoRequests } from '@redline/contracts';
import type { z } from 'zod';
import type { BatchPlace, ItemContent } from './submitted.ts';

type Submitted<R extends { readonly prepare: { readonly request: z.ZodTypeAny } }> =
  z.input<R['prepare']['request']> extends { readonly check: infer C } ? C : never;

const declared = (value: number | null) => value ?? undefined;

/** Builds the body of a text check from an item, as single submissions of its site have it. */
export function textBodyOf({ text }: ItemContent, place: BatchPlace): Submitted<typeof textRequests> {
  const { platform, vertical, productVertical, explainLocale } = place;
  if (productVertical === null) return { text: text ?? '', platform, vertical, explainLocale };
  const [sceneMode] = mainSite.sceneModes;
  return {
    text: text ?? '',
    platform,
    industryVertical: vertical,
    productVertical,
    sceneMode,
    autoFix: false,
  };
}

/** Builds the body of an image check from an item. */
export function imageBodyOf(item: ItemContent, place: BatchPlace): Submitted<typeof imageRequests> {
  const file = {
    imageUrl: item.url ?? '',
    imageTitle: item.title ?? '',
    imageSize: item.size ?? 0,
    imageWidth: declared(item.width),
    imageHeight: declared(item.height),
  };
  const { productVertical, vertical, explainLocale } = place;
  return productVertical === null ? { ...file, vertical, explainLocale } : { ...file, productVertical };
}

/** Builds the body of a video check from an item. */
export function videoBodyOf(item: ItemContent, place: BatchPlace): Submitted<typeof videoRequests> {
  const { productVertical, platform, vertical } = place;
  const file = {
    videoUrl: item.url ?? '',
    videoTitle: item.title ?? '',
    videoSize: item.size ?? 0,
    videoDuration: item.durationSeconds ?? 0,
    videoWidth: declared(item.width),
    videoHeight: declared(item.height),
  };
  return productVertical === null ? { ...file, platform, vertical } : { ...file, platform, productVertical };
}

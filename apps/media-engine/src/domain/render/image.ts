import {
  type anyImageCheckItem,
  type anyImageCheckRecord,
  type anyMainImageCheckItem,
  type anyMainImageCheckRecord,
  type InternationalSite,
  type MainSite,
  type RiskLevel,
  riskLevelOfTier,
  riskLevelRanks,
} from '@redline/contracts';
import type { z } from 'zod';
import type { Coverage, Detection } from '../detection.ts';
import { inLocale } from '../locale.ts';
import { countTiers } from './count-tiers.ts';
import { findingOf, tierOf } from './finding.ts';

/** An image check as it is kept. */
export interface StoredImage {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** Null but on the main site. */
  readonly productVertical: string | null;
  readonly vertical: string | null;
  readonly locale: string;
  readonly url: string;
  readonly title: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly riskLevel: RiskLevel | null;
  /** Null until it is completed. */
  readonly detections: readonly Detection[] | null;
  readonly coverage: readonly Coverage[] | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a list is made from. */
export type ListedImage = Omit<StoredImage, 'coverage' | 'updatedAt' | 'width' | 'height'>;

/** An image check as an international site shows it, in the language of its submission. */
export function imageRecord(
  check: StoredImage,
  { objects }: InternationalSite,
): z.input<typeof anyImageCheckRecord> {
  const { locale } = check;
  return {
    ...recordOf(check),
    object: objects.imageCheck,
    vertical: check.vertical,
    labels: distinct(check.detections, locale).map((found) => ({
      ...findingOf(found, locale),
      riskLevel: riskLevelOfTier(found),
    })),
  };
}

/** The same as its lists show it. */
export function imageItem(
  check: ListedImage,
  { objects }: InternationalSite,
): z.input<typeof anyImageCheckItem> {
  return {
    ...headOf(check),
    object: objects.imageCheck,
    vertical: check.vertical,
    image: { url: check.url, title: check.title },
    labels: labelsOf(check),
  };
}

/** An image check as the main site shows it. */
export function mainImageRecord(
  check: StoredImage,
  { objects }: MainSite,
): z.input<typeof anyMainImageCheckRecord> {
  const { locale } = check;
  const found = distinct(check.detections, locale);
  return {
    ...recordOf(check),
    object: objects.imageCheck,
    productVertical: check.productVertical ?? '',
    summary: { ...countTiers(found), custom: 0, semantic: 0 },
    labels: found.map((one) => ({ ...tierOf(one, locale), ...findingOf(one, locale) })),
  };
}

/** The same as its lists show it. */
export function mainImageItem(
  check: ListedImage,
  { objects }: MainSite,
): z.input<typeof anyMainImageCheckItem> {
  return {
    ...headOf(check),
    object: objects.imageCheck,
    image: { url: check.url, title: check.title, sizeBytes: check.sizeBytes },
    labels: labelsOf(check),
  };
}

function headOf(check: ListedImage) {
  return {
    id: check.id,
    // What is cancelled is deleted with it and shown to nobody.
    status: check.status === 'cancelled' ? 'failed' : check.status,
    riskLevel: check.riskLevel,
    createdAt: check.createdAt.toISOString(),
  } as const;
}

function recordOf(check: StoredImage) {
  const { url, title, sizeBytes, width, height } = check;
  return {
    ...headOf(check),
    image: { url, title, sizeBytes, width, height },
    coverage: [...(check.coverage ?? [])],
    updatedAt: check.updatedAt.toISOString(),
  };
}

const labelsOf = ({ detections, locale }: ListedImage): string[] =>
  distinct(detections, locale).map(({ description }) => inLocale(description, locale));

const rankOf = (found: Detection): number => riskLevelRanks[riskLevelOfTier(found)];

/** What reads the same is said once, as the gravest of it: two detectors may see one thing. */
export function distinct(detections: readonly Detection[] | null, locale: string): readonly Detection[] {
  const said = new Map<string, Detection>();
  for (const found of detections ?? []) {
    const sentence = `${found.tier} ${inLocale(found.description, locale)}`;
    const other = said.get(sentence);
    if (!other || rankOf(found) > rankOf(other)) said.set(sentence, found);
  }
  return [...said.values()];
}

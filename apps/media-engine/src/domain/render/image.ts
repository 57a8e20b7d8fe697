import {
  type anyImageCheckItem,
  type anyImageCheckRecord,
  type anyMainImageCheckItem,
  type anyMainImageCheckRecord,
  failureWhere,
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
import { renderFinding, renderTier } from './finding.ts';

/** The stored row of an image check. */
export interface StoredImage {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** A word of the owner's, and its sentence; null unless it has failed. */
  readonly failureReason: string | null;
  readonly lastError: string | null;
  /** Null except on the main site. */
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

/** The columns of an image check that lists render. */
export type ListedImage = Omit<StoredImage, 'coverage' | 'updatedAt' | 'width' | 'height'>;

/** Renders an image check for an international site, in the locale of its submission. */
export function renderImage(
  check: StoredImage,
  { objects }: InternationalSite,
): z.input<typeof anyImageCheckRecord> {
  const { locale } = check;
  return {
    ...bodyOf(check),
    object: objects.imageCheck,
    vertical: check.vertical,
    labels: distinctFindings(check.detections, locale).map((found) => ({
      ...renderFinding(found, locale),
      riskLevel: riskLevelOfTier(found),
    })),
  };
}

/** Renders an image check in a list of an international site. */
export function renderListedImage(
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

/** Renders an image check for the main site. */
export function renderMainImage(
  check: StoredImage,
  { objects }: MainSite,
): z.input<typeof anyMainImageCheckRecord> {
  const { locale } = check;
  const found = distinctFindings(check.detections, locale);
  return {
    ...bodyOf(check),
    object: objects.imageCheck,
    productVertical: check.productVertical ?? '',
    summary: { ...countTiers(found), custom: 0, semantic: 0 },
    labels: found.map((one) => ({ ...renderTier(one, locale), ...renderFinding(one, locale) })),
  };
}

/** Renders an image check in a list of the main site. */
export function renderMainListedImage(
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
    // A cancelled check is deleted too, so it is never rendered.
    status: check.status === 'cancelled' ? 'failed' : check.status,
    failure: failureWhere(check),
    riskLevel: check.riskLevel,
    createdAt: check.createdAt.toISOString(),
  } as const;
}

function bodyOf(check: StoredImage) {
  const { url, title, sizeBytes, width, height } = check;
  return {
    ...headOf(check),
    image: { url, title, sizeBytes, width, height },
    coverage: [...(check.coverage ?? [])],
    updatedAt: check.updatedAt.toISOString(),
  };
}

const labelsOf = ({ detections, locale }: ListedImage): string[] =>
  distinctFindings(detections, locale).map(({ description }) => inLocale(description, locale));

const rankOf = (found: Detection): number => riskLevelRanks[riskLevelOfTier(found)];

/** Merges findings that read the same to the most severe of them: two detectors may find one thing. */
export function distinctFindings(
  detections: readonly Detection[] | null,
  locale: string,
): readonly Detection[] {
  const bySentence = new Map<string, Detection>();
  for (const found of detections ?? []) {
    const sentence = `${found.tier} ${inLocale(found.description, locale)}`;
    const other = bySentence.get(sentence);
    if (!other || rankOf(found) > rankOf(other)) bySentence.set(sentence, found);
  }
  return [...bySentence.values()];
}

import type { Post } from '@redline/public-client';
import type { EndpointUrls } from './clients/endpoint-url.ts';
import type { ReadRecord } from './clients/records.ts';
import type { SecretBox } from './clients/secret-box.ts';
import type { Db } from './store/tables.ts';
import type { WebhooksMetrics } from './webhooks-metrics.ts';

/** The dependencies of all handlers. */
export interface Deps {
  readonly db: Db;
  readonly urls: EndpointUrls;
  readonly box: SecretBox;
  readonly readRecord: ReadRecord;
  readonly post: Post;
  /** What a post has; told to the owner of the endpoint. */
  readonly timeoutMs: number;
  /** Waits between the attempts of a delivery, in ms. */
  readonly waitsMs: readonly number[];
  readonly now: () => Date;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly metrics: WebhooksMetrics;
  /** To be called after a commit that queued a delivery. */
  readonly wakeDeliveries: () => void;
}

export type * from './contract/schemas.ts';
export {
  type ClientOptions,
  type Clients,
  createClient,
  type IntlClient,
  type MainClient,
} from './create-client.ts';
export {
  type ErrorCode,
  RedlineConnectionError,
  RedlineError,
  RedlineReportError,
  RedlineTimeoutError,
  RedlineWebhookError,
} from './errors.ts';
export type { RequestOptions, SubmitOptions } from './http/api.ts';
export { codePointsOf, segmentsOf, sliceOf, type TextPlace, type TextSegment } from './offsets.ts';
export type { List, ListQuery, Page } from './pages.ts';
export type { ReportEvent, StreamOptions } from './resources/reports.ts';
export type { Uploadable, UploadBody } from './resources/uploads.ts';
export type { DeliveryQuery, WebhookEndpoints } from './resources/webhook-endpoints.ts';
export type { IdTypes, MainTypes, SiteId, UsTypes } from './sites.ts';
export type { Submission, WaitForOptions } from './submission.ts';
export type { WaitOptions } from './wait.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
} from './webhooks.ts';

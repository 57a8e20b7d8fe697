import {
  acceptedSchema,
  accountRecord,
  batchBody,
  batchListItem,
  batchRecord,
  consideredSchema,
  coverageSchema,
  creditsSchema,
  customRiskSchema,
  customRuleBody,
  customRuleChange,
  customRuleImportBody,
  customRuleImportResult,
  customRuleItem,
  customRuleList,
  customRuleQuota,
  customRuleRecord,
  customRuleSettings,
  customRuleSettingsBody,
  deletedSchema,
  deliveryAttemptSchema,
  dismissalBody,
  failureSchema,
  failures,
  fixAccepted,
  type InternationalSite,
  imageCheckBody,
  imageCheckItem,
  imageCheckRecord,
  imageLabelSchema,
  internationalSites,
  issueSchema,
  listSchema,
  mainAccountRecord,
  mainBatchBody,
  mainBatchListItem,
  mainBatchRecord,
  mainCustomRuleBody,
  mainCustomRuleImportBody,
  mainCustomRuleRecord,
  mainFixAccepted,
  mainFixBody,
  mainFixSchema,
  mainImageCheckBody,
  mainImageCheckItem,
  mainImageCheckRecord,
  mainImageLabelSchema,
  mainSite,
  mainSummarySchema,
  mainTextCheckBody,
  mainTextCheckItem,
  mainTextCheckRecord,
  mainTextRiskSchema,
  mainUploadPolicyBody,
  mainVideoCheckBody,
  mainVideoCheckItem,
  mainVideoCheckRecord,
  noticeBody,
  noticeHit,
  quoteSchema,
  recordFailureSchema,
  secretRotationBody,
  shownImage,
  shownVideo,
  subscriptionSchema,
  textCheckBody,
  textCheckItem,
  textCheckRecord,
  textRiskSchema,
  textSummarySchema,
  transcriptRiskSchema,
  uploadPolicyBody,
  uploadPolicyRecord,
  usageSchema,
  videoCheckBody,
  videoCheckItem,
  videoCheckRecord,
  videoReportRecord,
  webhookDeliveryList,
  webhookDeliveryRecord,
  webhookEndpointBody,
  webhookEndpointChange,
  webhookEndpointList,
  webhookEndpointRecord,
  webhookEndpointWithSecret,
  webhookEvents,
} from '@redline/contracts';
import { z } from 'zod';

/** Returns the name of the schema of an event: `CheckCompletedEvent` of `check.completed`. */
export const webhookEventName = (type: string): string =>
  `${type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

type Schemas = Readonly<Record<string, z.ZodTypeAny>>;

/** Names of the bodies of errors, by status. */
export const failureNames = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  402: 'InsufficientCredits',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'InternalError',
} as const;

/** Returns the schema below optional, nullable, default and effects: that of the object or the list itself. */
function bare(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap());
  if (schema instanceof z.ZodDefault) return bare(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return bare(schema.innerType());
  return schema;
}

/** Returns the schema of a field, or of the entries of a list, by its path: `frames.findings`. */
function at(schema: z.ZodTypeAny, path: string): z.ZodTypeAny {
  let found = schema;
  for (const step of path.split('.')) {
    const object = bare(found);
    if (!(object instanceof z.ZodObject)) throw new Error(`there is no object around ${step} in ${path}`);
    const field: z.ZodTypeAny = object.shape[step];
    const list = bare(field);
    found =
      list instanceof z.ZodArray ? list.element : field instanceof z.ZodOptional ? field.unwrap() : field;
  }
  return found;
}

const parts = (prefix: string, schema: z.ZodTypeAny, paths: Readonly<Record<string, string>>): Schemas =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [`${prefix}${name}`, at(schema, path)]));

/** Webhook endpoints, and what is posted to them. */
const webhooks: Schemas = {
  WebhookEndpointBody: webhookEndpointBody,
  WebhookEndpointChange: webhookEndpointChange,
  WebhookEndpoint: webhookEndpointRecord,
  WebhookEndpointWithSecret: webhookEndpointWithSecret,
  WebhookEndpointList: webhookEndpointList,
  WebhookEndpointDeleted: deletedSchema('webhook_endpoint'),
  WebhookSecretRotationBody: secretRotationBody,
  WebhookDelivery: webhookDeliveryRecord,
  WebhookDeliveryList: webhookDeliveryList,
  WebhookDeliveryAttempt: deliveryAttemptSchema,
  CheckFailure: recordFailureSchema,
  WebhookLinks: at(webhookEvents['check.completed'], 'data.links'),
  ...Object.fromEntries(
    Object.entries(webhookEvents).flatMap(([type, schema]) => [
      [webhookEventName(type), schema],
      [`${webhookEventName(type)}Data`, at(schema, 'data')],
    ]),
  ),
};

/** Parts of records that are the same on several sites. */
const shared: Schemas = {
  RecordFailure: recordFailureSchema.nullable(),
  RequestIssue: issueSchema,
  FileFailure: failureSchema,
  ...parts('Upload', uploadPolicyRecord(mainSite.objects), { Form: 'fields', Direct: 'direct' }),
  Quote: quoteSchema,
  ...parts('', quoteSchema, { QuoteLine: 'lines' }),
  Precedent: at(textRiskSchema, 'precedents'),
  PictureBox: at(imageLabelSchema, 'boxes'),
  DetectorCoverage: coverageSchema,
  ...parts('Detector', coverageSchema, { Reach: 'looked' }),
  ConsideredMatch: consideredSchema,
  CustomRisk: customRiskSchema,
  ImageFile: shownImage,
  VideoFile: shownVideo,
  Credits: creditsSchema,
  ...parts('', creditsSchema, { ExpiringCredits: 'expiringSoon' }),
  Subscription: subscriptionSchema,
  Usage: usageSchema,
  CustomRuleChange: customRuleChange,
  CustomRuleImportItem: customRuleItem,
  CustomRuleSettingsBody: customRuleSettingsBody,
  IntlTextRisk: textRiskSchema,
  IntlTextSummary: textSummarySchema,
  IntlTranscriptRisk: transcriptRiskSchema,
  IntlImageLabel: imageLabelSchema,
  MainTextRisk: mainTextRiskSchema,
  MainSummary: mainSummarySchema,
  MainFix: mainFixSchema,
  MainImageLabel: mainImageLabelSchema,
  MainNotice: noticeHit,
  ...parts('Main', noticeHit, { NoticeCredential: 'requiredCredentials' }),
  MainNotices: z.object({ hits: z.array(noticeHit) }),
  MainDismissals: z.object({ keys: z.array(z.string()) }),
  MainDismissed: z.object({ ok: z.literal(true) }),
  ...Object.fromEntries(
    Object.entries(failureNames).map(([status, name]) => [
      name,
      failures[Number(status) as keyof typeof failures],
    ]),
  ),
};

/** Names of everything that all sites have, from the schemas of one. */
interface SiteSchemas {
  readonly text: readonly [body: z.ZodTypeAny, record: z.ZodTypeAny, item: z.ZodTypeAny];
  readonly image: SiteSchemas['text'];
  readonly video: SiteSchemas['text'];
  readonly batch: SiteSchemas['text'];
  readonly account: z.ZodTypeAny;
}

const kinds = { text: 'TextCheck', image: 'ImageCheck', video: 'VideoCheck', batch: 'Batch' } as const;

function ofSite(prefix: string, schemas: SiteSchemas): Schemas {
  const records = Object.entries(kinds).flatMap(([kind, name]) => {
    const [body, record, item] = schemas[kind as keyof typeof kinds];
    const named: [string, z.ZodTypeAny][] = [
      [`${prefix}${name}Submission`, body],
      [`${prefix}${name}`, record],
      [`${prefix}${name}Item`, item],
      [`${prefix}${name}List`, listSchema(item)],
    ];
    return named;
  });
  return { ...Object.fromEntries(records), [`${prefix}Account`]: schemas.account };
}

interface Objects {
  readonly textCheck: string;
  readonly imageCheck: string;
  readonly videoCheck: string;
  readonly batch: string;
}

/** Answers that differ between the sites by the type name of their record alone. */
const answersOf = (prefix: string, objects: Objects & { readonly customRule: string }): Schemas => ({
  [`${prefix}TextCheckAccepted`]: acceptedSchema(objects.textCheck),
  [`${prefix}VideoCheckAccepted`]: acceptedSchema(objects.videoCheck),
  [`${prefix}BatchAccepted`]: acceptedSchema(objects.batch),
  [`${prefix}TextCheckDeleted`]: deletedSchema(objects.textCheck),
  [`${prefix}ImageCheckDeleted`]: deletedSchema(objects.imageCheck),
  [`${prefix}VideoCheckDeleted`]: deletedSchema(objects.videoCheck),
  [`${prefix}BatchDeleted`]: deletedSchema(objects.batch),
  [`${prefix}CustomRuleDeleted`]: deletedSchema(objects.customRule),
});

const wordsOf = (prefix: string, objects: InternationalSite['objects'], rule: z.ZodTypeAny): Schemas => ({
  [`${prefix}CustomRule`]: rule,
  [`${prefix}CustomRuleList`]: customRuleList(rule),
  [`${prefix}CustomRuleQuota`]: customRuleQuota(objects),
  [`${prefix}CustomRuleSettings`]: customRuleSettings(objects),
  [`${prefix}CustomRuleImportResult`]: customRuleImportResult(objects),
  [`${prefix}UploadPolicy`]: uploadPolicyRecord(objects),
});

function ofInternational(site: InternationalSite): Schemas {
  const [video, batch] = [videoCheckRecord(site), batchRecord(site)];
  return {
    ...ofSite(site.id === 'us' ? 'Us' : 'Id', {
      text: [textCheckBody(site), textCheckRecord(site), textCheckItem(site)],
      image: [imageCheckBody(site), imageCheckRecord(site), imageCheckItem(site)],
      video: [videoCheckBody(site), video, videoCheckItem(site)],
      batch: [batchBody(site), batch, batchListItem(site)],
      account: accountRecord(site),
    }),
    ...answersOf('Intl', site.objects),
    IntlTextFixAccepted: fixAccepted(site.objects.textCheck),
    IntlCustomRuleBody: customRuleBody,
    IntlCustomRuleImportBody: customRuleImportBody,
    IntlUploadPolicyBody: uploadPolicyBody,
    ...wordsOf('Intl', site.objects, customRuleRecord(site.objects)),
    ...parts('IntlVideo', video, {
      Frame: 'frames',
      FrameFinding: 'frames.findings',
      Caption: 'captions',
      Audio: 'audios',
    }),
    ...parts('Intl', imageCheckItem(site), { ListedImage: 'image' }),
    ...parts('Intl', videoCheckItem(site), { ListedVideo: 'video' }),
    ...parts('IntlBatch', batch, { Entry: 'items', Summary: 'summary', Progress: 'progress' }),
    ...parts('Batch', batch, { Image: 'items.image', Video: 'items.video', Progress: 'progress' }),
    ...parts('IntlBatch', batchListItem(site), { Counts: 'counts' }),
    ...parts('Batch', batchBody(site), { ImageSubmission: 'images', VideoSubmission: 'videos' }),
  };
}

function ofMain(): Schemas {
  const { objects } = mainSite;
  return {
    ...ofSite('Main', {
      text: [mainTextCheckBody, mainTextCheckRecord, mainTextCheckItem],
      image: [mainImageCheckBody, mainImageCheckRecord, mainImageCheckItem],
      video: [mainVideoCheckBody, mainVideoCheckRecord, mainVideoCheckItem],
      batch: [mainBatchBody, mainBatchRecord, mainBatchListItem],
      account: mainAccountRecord,
    }),
    ...answersOf('Main', objects),
    MainTextFixBody: mainFixBody,
    MainTextFixAccepted: mainFixAccepted,
    MainCustomRuleBody: mainCustomRuleBody,
    MainCustomRuleImportBody: mainCustomRuleImportBody,
    MainUploadPolicyBody: mainUploadPolicyBody,
    MainNoticeQuestion: noticeBody,
    MainDismissalBody: dismissalBody,
    ...wordsOf('Main', objects, mainCustomRuleRecord),
    MainVideoReport: videoReportRecord.nullable(),
    ...parts('Main', mainAccountRecord, { Subscription: 'subscription' }),
    ...parts('MainVideo', mainVideoCheckRecord, {
      Frame: 'frames',
      Caption: 'captions',
      FrameFinding: 'frames.findings',
      Audio: 'audios',
      Transcript: 'transcript',
      TranscriptRisk: 'transcriptRisks',
      CustomTranscriptRisk: 'customTranscriptRisks',
      File: 'video',
    }),
    ...parts('Main', mainImageCheckItem, { ListedImage: 'image' }),
    ...parts('MainBatch', mainBatchRecord, { Entry: 'items' }),
    ...parts('MainBatch', mainBatchListItem, { Counts: 'counts' }),
    ...parts('MainBatch', mainBatchBody, { ImageSubmission: 'images' }),
  };
}

/** Returns the schemas that the document names, each with its name; a shared one keeps its first name. */
export const namedSchemas = (): Schemas => ({
  ...shared,
  ...webhooks,
  ...Object.assign({}, ...internationalSites.map(ofInternational)),
  ...ofMain(),
});

// The schemas of the API reference, under the names that they have there. Written by generate/main.ts; a test of the
// whole product compares them with what the gateway serves.

export interface BatchCompletedEvent {
  /** What happened */
  type: 'batch.completed';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: BatchCompletedEventData;
}

export interface BatchCompletedEventData {
  /** Of the record */
  id: string;
  /** As in the record: `intl_text_check` */
  object: string;
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
  /**
   * Only with `payload: "full"`: the record as its GET gives it when the event is sent; null if it is gone by then
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /** What it is */
  kind: 'batch';
  /** REJECT as well when an item failed */
  result: 'PASS' | 'REJECT';
}

export interface WebhookLinks {
  /** Path of the GET that has the whole record: `/v1/intl/us/text/checks/text_…` */
  self: string;
}

export interface BatchImageSubmission {
  /** Address of the file */
  url: string;
  /** For people */
  name: string;
  /** Bytes of an image, MB of a video */
  size: number;
  /** Pixels */
  width?: number;
  /** Pixels */
  height?: number;
}

export interface BatchVideoSubmission {
  /** Address of the file */
  url: string;
  /** For people */
  name: string;
  /** Bytes of an image, MB of a video */
  size: number;
  /** Seconds, fractions included; billed by the whole second, rounded up */
  duration: number;
  /** Pixels */
  width?: number;
  /** Pixels */
  height?: number;
}

export interface CheckCompletedEvent {
  /** What happened */
  type: 'check.completed';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: CheckCompletedEventData;
}

export interface CheckCompletedEventData {
  /** Of the record */
  id: string;
  /** As in the record: `intl_text_check` */
  object: string;
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
  /**
   * Only with `payload: "full"`: the record as its GET gives it when the event is sent; null if it is gone by then
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /** What it is */
  kind: 'text' | 'image' | 'video';
  /** The batch that the check is an item of */
  batchId: string | null;
  /** It has its verdict */
  status: 'completed';
}

export interface CheckFailedEvent {
  /** What happened */
  type: 'check.failed';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: CheckFailedEventData;
}

export interface CheckFailedEventData {
  /** Of the record */
  id: string;
  /** As in the record: `intl_text_check` */
  object: string;
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
  /**
   * Only with `payload: "full"`: the record as its GET gives it when the event is sent; null if it is gone by then
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /** What it is */
  kind: 'text' | 'image' | 'video';
  /** The batch that the check is an item of */
  batchId: string | null;
  /** It has no verdict, and its credits came back */
  status: 'failed';
  failure: CheckFailure;
}

export interface CheckFailure {
  /**
   * One of: url_not_allowed, file_unreachable, file_too_large, file_unreadable, file_differs, not_supported, timed_out, item_refused, check_deleted, items_failed, internal. New ones may be added
   */
  code: string;
  /** What happened and what to do about it, a sentence in English */
  message: string;
}

export interface ConsideredMatch {
  /** The rule that looked at it */
  ruleId: string;
  /** The words that it is about */
  matchedText: string;
  /** UTF-16 offset into `text`, inclusive; -1 when it has no place */
  startIndex: number;
  /** UTF-16 offset into `text`, exclusive; -1 when it has no place */
  endIndex: number;
  /** Why it is no risk here, a sentence in the language of the explanations */
  reason: string;
}

export interface Credits {
  /** Number of all, over all pages or parts */
  total: number;
  /** Granted by the subscription, or the plan itself */
  subscription: number;
  /** Granted by campaigns */
  activity: number;
  /** Bought */
  booster: number;
  expiringSoon: ExpiringCredits | null;
}

/** The part that expires within 7 days */
export interface ExpiringCredits {
  /** Credits */
  amount: number;
  /** When it ends */
  expiresAt: string;
}

export interface CreditsLowEvent {
  /** What happened */
  type: 'credits.low';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: CreditsLowEventData;
}

export interface CreditsLowEventData {
  /** Of the submission whose charge took them below the threshold */
  id: string;
  /** What it is */
  kind: 'credits';
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
  /** Credits that could be spent after that charge */
  balance: number;
  /** They are low below it */
  threshold: number;
}

export interface CustomRisk {
  /** The words that it is about */
  matchedText: string;
  /** UTF-16 offset into `text`, inclusive; -1 when it has no place */
  startIndex: number;
  /** UTF-16 offset into `text`, exclusive; -1 when it has no place */
  endIndex: number;
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  /** Your own note */
  note: string | null;
}

export interface CustomRuleChange {
  /** The word or phrase to look for */
  keyword?: string;
  /** What a rewrite puts in its place; null or empty only flags it */
  replacement?: string | null;
  /** Shown to you alone, with each match */
  note?: string | null;
  /** A word that is off is kept and not looked for */
  enabled?: boolean;
}

export interface CustomRuleImportItem {
  /** The word or phrase to look for */
  keyword: string;
  /** What a rewrite puts in its place; null or empty only flags it */
  replacement?: string | null;
  /** Shown to you alone, with each match */
  note?: string | null;
}

export interface CustomRuleSettingsBody {
  /** Whether it is on */
  enabled: boolean;
}

export interface DetectorCoverage {
  /** What looked */
  detector: 'text' | 'codes' | 'nudity' | 'vision' | 'transcription' | 'audio_moderation';
  /** Findings are there once it is `completed` */
  status: 'ran' | 'not_configured' | 'failed';
  /**
   * Only where it saw less than all: pages of an animation, or frames of a video that show something new, that it was shown or that look like one it was shown, and how many there are
   */
  looked?: DetectorReach;
  /**
   * Only of `text`, where it ran: which recognizers read. `pp_ocr` reads; `tesseract`, which reads less, reads what it failed on. Absent from older checks
   */
  recognizers?: ('pp_ocr' | 'tesseract')[];
}

export interface DetectorReach {
  seen: number;
  /** Number of all, over all pages or parts */
  total: number;
}

export interface EndpointTestEvent {
  /** What happened */
  type: 'endpoint.test';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: EndpointTestEventData;
}

export interface EndpointTestEventData {
  /** Of the endpoint */
  id: string;
  /** What it is */
  kind: 'endpoint';
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
}

export interface FileFailure {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code:
    | 'invalid_request'
    | 'idempotency_key_reused'
    | 'unauthorized'
    | 'insufficient_credits'
    | 'plan_required'
    | 'product_line_not_enabled'
    | 'tenant_scope_limit'
    | 'storage_limit'
    | 'not_found'
    | 'method_not_allowed'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface Forbidden {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'plan_required' | 'product_line_not_enabled' | 'tenant_scope_limit' | 'storage_limit';
  /** As the header `X-Request-Id` has it */
  requestId: string;
  /** With `plan_required`: the lowest plan of the site that includes it */
  requiredPlan?: string;
}

export interface IdAccount {
  credits: Credits;
  subscription: Subscription;
  usageThisMonth: Usage;
  /** Type of the record */
  object: 'intl_account';
  /** The site */
  country: 'id';
}

export interface Subscription {
  /** Name of the plan; `free` also of one that has expired */
  plan: string;
  /** Whether the plan is a paid one */
  isPaid: boolean;
  /** Until when it is paid for; null without an end */
  renewsAt: string | null;
}

export interface Usage {
  /** Beginning of the month, UTC */
  since: string;
  /** Text checks of this month */
  textChecks: number;
  /** Video checks of this month */
  videoChecks: number;
  /** Image checks of this month */
  imageChecks: number;
  /** Batches of this month */
  batches: number;
}

export interface IdBatch {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** For people */
  name: string;
  /** failed only when every item failed */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  progress: IntlBatchProgress;
  /** Null until all items have ended; an item that failed was never passed */
  result: 'PASS' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** When its last item ended */
  finishedAt: string | null;
  /** Type of the record */
  object: 'intl_batch';
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
  summary: IntlBatchSummary;
  /** Texts, then images, then videos, each as submitted */
  items: IntlBatchEntry[];
}

export interface RecordFailure {
  /**
   * One of: url_not_allowed, file_unreachable, file_too_large, file_unreadable, file_differs, not_supported, timed_out, item_refused, check_deleted, items_failed, internal. New ones may be added
   */
  code: string;
  /** What happened and what to do about it, a sentence in English */
  message: string;
}

export interface IntlBatchProgress {
  /** Number of all, over all pages or parts */
  total: number;
  /** Items that have ended, the voice of a video included */
  done: number;
  percent: number;
}

export interface IntlBatchSummary {
  /** Number of violations */
  violation: number;
  /** Number of hints that only hold for a scene */
  sceneHint: number;
}

export interface IntlBatchEntry {
  /** Of the item, not of its check */
  id: string;
  /** What it is */
  kind: 'text' | 'image' | 'video';
  /** Use it with the single-item GET of its kind */
  checkId: string;
  /** Position in the submitted list of its kind, from 0 */
  index: number;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Of texts */
  text?: string;
  /** Of texts */
  riskCount?: number;
  /** Of images and videos */
  labels?: string[];
  /** Of videos */
  transcriptStatus?: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** Of texts safe, low, medium or high; of images and videos PASS, REVIEW or REJECT */
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | 'PASS' | 'REVIEW' | 'REJECT' | null;
  summary: IntlBatchSummary;
  image?: IntlListedImage;
  video?: IntlListedVideo;
}

export interface IntlListedImage {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
}

export interface IntlListedVideo {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
  /** Length, as declared */
  durationSeconds: number;
}

export interface IdBatchSubmission {
  /** For people */
  name: string;
  /** Texts to check; or how many there are */
  texts?: readonly string[];
  /** Images to check; or how many there are */
  images?: readonly BatchImageSubmission[];
  /** Videos to check; or how many there are */
  videos?: readonly BatchVideoSubmission[];
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
  /** Of the texts and images; the batch itself is explained in the language of the GET */
  explainLocale?: 'zh-CN' | 'id-ID';
}

export interface IdImageCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_image_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion' | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  image: ImageFile;
  /** What was found; empty where nothing was */
  labels: IntlImageLabel[];
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
}

export interface ImageFile {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
  /** Size in bytes */
  sizeBytes: number | null;
  /** Pixels */
  width: number | null;
  /** Pixels */
  height: number | null;
}

export interface IntlImageLabel {
  /** What was found, in words */
  description: string;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** The words it is about, the first 200 characters of them; null of what is no text */
  matchedText?: string | null;
  /** How bad it is */
  severity?: 'high' | 'medium' | 'low';
  /** What to do about it; null where nothing is known, as of older checks */
  suggestion?: string | null;
  /** Law and article, not translated; null where no law is known, as of older checks */
  legalRef?: string | null;
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
  /**
   * Where on the picture it lies, in pixels of the picture as it is shown: upright, after its EXIF orientation, in the size that `image` has on an image check; in the size of the file at `imageUrl` on a frame. One upright rectangle around its words for each line, and around a code, as often as the picture has them; of an animation, on the first page that has them. Empty of what has no place, such as suspected nudity, and of checks that are older than the field; on a video with very many findings, of the mildest. Absent only in replies of an engine of an older version
   */
  boxes?: PictureBox[];
}

export interface Precedent {
  /** Who decided, by the name that it goes by at home */
  agency: string;
  /** Of the decision or of its publication: a day, a month or a year */
  date: string;
  /** What it led to, as it was published: a warning letter, a fine, an order */
  outcome: string;
  /** Where the case was read */
  link: string;
  /**
   * What was claimed, restated: in the language of the explanations where there is such a text, else in English
   */
  claim: string;
}

export interface PictureBox {
  /** From the left edge of the picture to that of the box */
  x: number;
  /** From the upper edge of the picture to that of the box */
  y: number;
  /** Pixels */
  width: number;
  /** Pixels */
  height: number;
}

export interface IdImageCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_image_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion' | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  image: IntlListedImage;
  /** What was found; empty where nothing was */
  labels: string[];
}

export interface IdImageCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: IdImageCheckItem[];
}

export interface IdImageCheckSubmission {
  /** A public http or https URL of the file itself */
  imageUrl: string;
  /** Name of the image, for people */
  imageTitle: string;
  /** Bytes */
  imageSize: number;
  /** Pixels */
  imageWidth?: number;
  /** Pixels */
  imageHeight?: number;
  /** Recorded only: it does not change what is looked for */
  vertical?: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
  /** Language of explanations, suggestions and labels */
  explainLocale?: 'zh-CN' | 'id-ID';
}

export interface IdTextCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
  /** Verdict; null until there is one */
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | null;
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing' | 'completed' | 'failed' | null;
  /** When it was submitted */
  createdAt: string;
  /** The text as it was submitted, or as it was heard */
  text: string;
  summary: IntlTextSummary;
  /** Findings in text order; empty until it is completed */
  risks: IntlTextRisk[];
  /** Matches of your own words; they never count toward `riskLevel` */
  customRisks: CustomRisk[];
  /** Notices on the whole text, without a place */
  semanticLabels: string[];
  /** What looked like a risk and was let pass, in text order; each place once, the first 50 */
  considered: ConsideredMatch[];
  /** The rewritten text, once there is one */
  fixedText: string | null;
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
}

export interface IntlTextSummary {
  /** Number of violations */
  violation: number;
  /** Number of hints that only hold for a scene */
  sceneHint: number;
  /** Number of matches of your own words */
  custom: number;
  /** Number of notices without a place */
  semantic: number;
}

export interface IntlTextRisk {
  /** Prefix and sortable random part; never changes */
  id: string | null;
  /** What it is */
  kind: 'violation' | 'scene-hint';
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** The words that it is about */
  matchedText: string;
  /** UTF-16 offset into `text`, inclusive; -1 when it has no place */
  startIndex: number;
  /** UTF-16 offset into `text`, exclusive; -1 when it has no place */
  endIndex: number;
  /** Topic of the finding */
  category: string | null;
  /** What to do about it */
  suggestion: string | null;
  /** Law and article */
  legalRef: string | null;
  /** Found by a rule, by the learned reader, or a word of yours */
  source: 'rule' | 'model' | 'custom';
  /** Disguises that were seen through to find it, such as `leet` or `homophone`; most have none */
  folds: string[];
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
}

export interface IdTextCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion' | null;
  /** Verdict; null until there is one */
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | null;
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing' | 'completed' | 'failed' | null;
  /** When it was submitted */
  createdAt: string;
  /** The first 100 characters */
  preview: string;
  /** Number of findings */
  riskCount: number;
}

export interface IdTextCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: IdTextCheckItem[];
}

export interface IdTextCheckSubmission {
  /** The text as it was submitted, or as it was heard */
  text: string;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
  /** Language of explanations, suggestions and labels */
  explainLocale?: 'zh-CN' | 'id-ID';
}

export interface IdVideoCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion' | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** What was found; empty where nothing was */
  labels: string[];
  /** Null where nothing transcribes; empty where there is no voice */
  transcriptStatus: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** When it was submitted */
  createdAt: string;
  video: VideoFile;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Frames wherever the picture changes */
  frames: IntlVideoFrame[];
  /**
   * What is written in the picture, joined over the frames that show it: lines at one place with the same words are one caption, from when they appear until they are gone; so is a line that moves through the picture. They are judged as words on frames are, and their findings stand with frames; they are no part of the transcript. Of more than 1,000, or very long ones, the gravest, then those that stand longest. Empty until the check has ended, of checks that are older than the field, and where no text was read. Absent only in replies of an engine of an older version
   */
  captions?: IntlVideoCaption[];
  /** Findings on sound other than speech */
  audios: IntlVideoAudio[];
  /** What is said; null where nothing transcribes */
  transcript: string | null;
  /** Findings in what is said */
  transcriptRisks: IntlTranscriptRisk[];
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /** When it last changed */
  updatedAt: string;
}

export interface VideoFile {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
  /** Size in MB, as declared */
  sizeMb: number;
  /** Length, as declared */
  durationSeconds: number;
  /** Pixels */
  width: number | null;
  /** Pixels */
  height: number | null;
}

export interface IntlVideoFrame {
  /** Place in the video */
  timeSeconds: number;
  /** Empty where the frame has no risk */
  description: string;
  /** Signed, valid for one hour; null once the file was removed */
  imageUrl: string | null;
  /** What is written on the frame */
  ocrText: string;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT';
  /**
   * Each finding of the frame by itself, the gravest first; all of them, unless a record would grow too long: then the mildest of each frame are left out. A finding in a caption stands on the first frame that shows it, and not on those that show the same caption later; one that goes on over several captions on the first frame of its first one. The other fields of a frame are about all that is on it
   */
  findings?: IntlVideoFrameFinding[];
}

export interface IntlVideoFrameFinding {
  /** What was found, in words */
  description: string;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT';
  /** The words it is about, the first 200 characters of them; null of what is no text */
  matchedText: string | null;
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** What to do about it; null where nothing is known, as of older checks */
  suggestion: string | null;
  /** Law and article, not translated; null where no law is known, as of older checks */
  legalRef: string | null;
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
  /**
   * Where on the picture it lies, in pixels of the picture as it is shown: upright, after its EXIF orientation, in the size that `image` has on an image check; in the size of the file at `imageUrl` on a frame. One upright rectangle around its words for each line, and around a code, as often as the picture has them; of an animation, on the first page that has them. Empty of what has no place, such as suspected nudity, and of checks that are older than the field; on a video with very many findings, of the mildest. Absent only in replies of an engine of an older version
   */
  boxes?: PictureBox[];
  /**
   * When the caption that has its words appears, or the first of several; null of what is in no caption, and of checks that are older than the field. Absent only in replies of an engine of an older version, as is `endSeconds`
   */
  startSeconds?: number | null;
  /** When the last of its captions is gone */
  endSeconds?: number | null;
}

export interface IntlVideoCaption {
  /** Its lines, separated by line ends; of a longer one the beginning, with an ellipsis */
  text: string;
  /** When it is first seen */
  startSeconds: number;
  /** When it is seen no longer; the end of the video, if it stands until then */
  endSeconds: number;
  /** The worst of its findings, those that go on over several captions included */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT';
}

export interface IntlVideoAudio {
  /** Beginning, from that of the video */
  startSeconds: number;
  /** End, from the beginning of the video */
  endSeconds: number;
  /** What was found, in words */
  description: string;
  /** The text as it was submitted, or as it was heard */
  text: string;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT';
}

export interface IntlTranscriptRisk {
  /** The words that it is about */
  matchedText: string;
  /** Of the sentence */
  startSeconds: number;
  /** Of the sentence */
  endSeconds: number;
  /** What is said around it */
  sentence: string;
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** Topic of the finding */
  category: string | null;
  /** What to do about it */
  suggestion: string | null;
  /** Law and article */
  legalRef: string | null;
  /** Found by a rule, by the learned reader, or a word of yours */
  source: 'rule' | 'model' | 'custom';
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
}

export interface IdVideoCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical: 'general' | 'beauty' | 'health' | 'food' | 'fashion' | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** What was found; empty where nothing was */
  labels: string[];
  /** Null where nothing transcribes; empty where there is no voice */
  transcriptStatus: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** When it was submitted */
  createdAt: string;
  video: IntlListedVideo;
}

export interface IdVideoCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: IdVideoCheckItem[];
}

export interface IdVideoCheckSubmission {
  /** A public http or https URL of the file itself */
  videoUrl: string;
  /** Name of the video, for people */
  videoTitle: string;
  /** MB; on the Chinese site as the file has it, within 1 % */
  videoSize: number;
  /** Seconds, fractions included; billed by the whole second, rounded up */
  videoDuration: number;
  /** Pixels */
  videoWidth?: number;
  /** Pixels */
  videoHeight?: number;
  /** Decides the rules for the voiceover */
  platform?: 'shortvideo_id' | 'marketplace_a_id' | 'marketplace_b';
  /** Decides the rules for the voiceover; those of every category when left out */
  vertical?: 'general' | 'beauty' | 'health' | 'food' | 'fashion';
}

export interface InsufficientCredits {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'insufficient_credits';
  /** As the header `X-Request-Id` has it */
  requestId: string;
  /** Credits that the submission would take */
  requiredCredits: number;
  /** Credits that can be spent now */
  currentBalance: number;
}

export interface InternalError {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'internal';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface IntlBatchAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_batch';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface IntlBatchCounts {
  /** Texts to check; or how many there are */
  texts: number;
  /** Images to check; or how many there are */
  images: number;
  /** Videos to check; or how many there are */
  videos: number;
}

export interface IntlBatchDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_batch';
  /** Always true */
  deleted: true;
}

export interface IntlCustomRule {
  /** Type of the record */
  object: 'intl_custom_rule';
  /** Prefix and sortable random part; never changes */
  id: string;
  /** The word or phrase to look for */
  keyword: string;
  /** `keyword` also inside a longer word, `phrase` between word boundaries */
  matchType: 'keyword' | 'phrase';
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  /** Your own note */
  note: string | null;
  /** Whether it is on */
  enabled: boolean;
  /** When it was submitted */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface IntlCustomRuleBody {
  /** The word or phrase to look for */
  keyword: string;
  /** `keyword` also inside a longer word, `phrase` between word boundaries */
  matchType?: 'keyword' | 'phrase';
  /** What a rewrite puts in its place; null or empty only flags it */
  replacement?: string | null;
  /** Shown to you alone, with each match */
  note?: string | null;
  /** A word that is off is kept and not looked for */
  enabled?: boolean;
}

export interface IntlCustomRuleDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_custom_rule';
  /** Always true */
  deleted: true;
}

export interface IntlCustomRuleImportBody {
  /** Texts, then images, then videos, each as submitted */
  items: readonly CustomRuleImportItem[];
}

export interface IntlCustomRuleImportResult {
  /** Type of the record */
  object: 'intl_custom_rule_import_result';
  /** Number of all, over all pages or parts */
  total: number;
  /** Words that were written */
  imported: number;
  /** Words that were there already, or twice in the request */
  skippedDuplicate: number;
  /** Words past the quota */
  rejectedQuota: number;
}

export interface IntlCustomRuleList {
  /** Type of the record */
  object: 'list';
  /** The entries */
  data: IntlCustomRule[];
  /** Number of all, over all pages or parts */
  total: number;
}

export interface IntlCustomRuleQuota {
  /** Type of the record */
  object: 'intl_custom_rule_quota';
  /** Words of the account over all sites and tenants */
  used: number;
  /** Of the plan on this site; 0 when it is free */
  limit: number;
  /** Whether the subscription of this site is a paid one */
  isPaid: boolean;
}

export interface IntlCustomRuleSettings {
  /** Type of the record */
  object: 'intl_custom_rule_settings';
  /** Whether it is on */
  enabled: boolean;
}

export interface IntlImageCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_image_check';
  /** Always true */
  deleted: true;
}

export interface IntlTextCheckAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface IntlTextCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Always true */
  deleted: true;
}

export interface IntlTextFixAccepted {
  /** Of the check */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface IntlUploadPolicy {
  /** What it is */
  kind: 'image' | 'video';
  /** Where the form is posted, with the fields `key`, `policy`, `StoreAccessKeyId`, `signature`, `file` */
  host: string;
  /**
   * The fields of the form as they are to be sent, before `file`: each name with its value. `key` may be replaced by another one below `dir`. Absent only in replies of an engine of an older version
   */
  fields?: UploadForm;
  /** The file lies at `{cdnHost}/{key}` afterwards */
  cdnHost: string;
  /** What `key` must begin with */
  dir: string;
  /** A key that may be used as it is */
  key: string;
  /** Base64 */
  policy: string;
  /** Names the key that signed the policy */
  accessKeyId: string;
  /** Signs the policy */
  signature: string;
  /** Largest file that the policy allows */
  maxSizeBytes: number;
  /** When it ends */
  expiresAt: string;
  /** Types of files that are accepted */
  contentTypes: string[];
  /** A presigned form for the object store itself, where there is one */
  direct?: UploadDirect;
  /** Type of the record */
  object: 'intl_upload_policy';
}

export interface UploadForm {
  key: string;
  policy: string;
  /** The `accessKeyId` */
  StoreAccessKeyId: string;
  /** Signs the policy */
  signature: string;
}

export interface UploadDirect {
  /** Address of the file */
  url: string;
  fields: {
    [k: string]: string;
  };
}

export interface IntlUploadPolicyBody {
  /** What it is */
  kind: 'image' | 'video';
  /** With its extension, which the suggested key keeps; the rest of the name is not used */
  filename?: string;
}

export interface IntlVideoCheckAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface IntlVideoCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Always true */
  deleted: true;
}

export interface InvalidRequest {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'invalid_request' | 'idempotency_key_reused';
  /** As the header `X-Request-Id` has it */
  requestId: string;
  /** Each fault by itself, with its field; the first 50. Absent where no field is at fault */
  issues?: RequestIssue[];
}

export interface RequestIssue {
  /** The field: `text`, `images[2].url`; empty where it is the whole part of the request */
  path: string;
  /** What is wrong with it, the same sentence as in `error` */
  message: string;
}

export interface MainAccount {
  credits: Credits;
  subscription: MainSubscription;
  usageThisMonth: Usage;
  /** Type of the record */
  object: 'account';
}

export interface MainSubscription {
  /** Name of the plan; `free` also of one that has expired */
  plan: string;
  /** Whether the plan is a paid one */
  isPaid: boolean;
}

export interface MainBatch {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** For people */
  name: string;
  /** failed only when every item failed */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  progress: IntlBatchProgress;
  /** Null until all items have ended; an item that failed was never passed */
  result: 'PASS' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** When its last item ended */
  finishedAt: string | null;
  summary: MainSummary;
  /** Texts, then images, then videos, each as submitted */
  items: MainBatchEntry[];
  /** Type of the record */
  object: 'batch';
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** Industry of what is sold; `general` for none */
  industryVertical: 'general' | 'beauty' | 'ecommerce' | 'finance' | 'health' | 'food' | 'slimming';
}

export interface MainSummary {
  /** Risks of tier STRICT */
  strict: number;
  /** Risks of tier SOFT */
  soft: number;
  /** Matches of your own words; they never count toward `riskLevel` */
  custom: number;
  /** Number of notices without a place */
  semantic: number;
}

export interface MainBatchEntry {
  /** What it is */
  kind: 'text' | 'image' | 'video';
  /** Use it with the single-item GET of its kind */
  checkId: string;
  /** Position in the submitted list of its kind, from 0 */
  index: number;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Of texts */
  text?: string;
  /** Of texts */
  riskCount?: number;
  /** Of images and videos */
  labels?: string[];
  /** Of videos */
  transcriptStatus?: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  summary: MainSummary;
  /** The beginning of a text, the name of a file */
  preview: string;
  image?: IntlListedImage;
  video?: IntlListedVideo;
}

export interface MainBatchAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'batch';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface MainBatchCounts {
  /** The text as it was submitted, or as it was heard */
  text: number;
  image: number;
  video: number;
}

export interface MainBatchDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'batch';
  /** Always true */
  deleted: true;
}

export interface MainBatchImageSubmission {
  /** Address of the file */
  url: string;
  /** For people */
  name: string;
  /** Bytes of an image, MB of a video */
  size: number;
  /** Pixels */
  width?: number;
  /** Pixels */
  height?: number;
}

export interface MainBatchItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** For people */
  name: string;
  /** failed only when every item failed */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  progress: IntlBatchProgress;
  /** Null until all items have ended; an item that failed was never passed */
  result: 'PASS' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** When its last item ended */
  finishedAt: string | null;
  summary: MainSummary;
  counts: MainBatchCounts;
  /** Type of the record */
  object: 'batch';
}

export interface MainBatchList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: MainBatchItem[];
}

export interface MainBatchSubmission {
  /** For people */
  name: string;
  /** Texts to check; or how many there are */
  texts?: readonly string[];
  /** Images to check; or how many there are */
  images?: readonly MainBatchImageSubmission[];
  /** Videos to check; or how many there are */
  videos?: readonly BatchVideoSubmission[];
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** Industry of what is sold; `general` for none */
  industryVertical: 'general' | 'beauty' | 'ecommerce' | 'finance' | 'health' | 'food' | 'slimming';
}

export interface MainCustomRule {
  /** Type of the record */
  object: 'custom_rule';
  /** Prefix and sortable random part; never changes */
  id: string;
  /** The word or phrase to look for */
  keyword: string;
  /** `keyword` also inside a longer word, `phrase` between word boundaries */
  matchType: 'keyword' | 'phrase';
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  /** Your own note */
  note: string | null;
  /** Whether it is on */
  enabled: boolean;
  /** When it was submitted */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** The product line whose checks look for it */
  library: 'general' | 'creator' | 'duanju' | 'touliu';
}

export interface MainCustomRuleBody {
  /** The word or phrase to look for */
  keyword: string;
  /** `keyword` also inside a longer word, `phrase` between word boundaries */
  matchType?: 'keyword' | 'phrase';
  /** What a rewrite puts in its place; null or empty only flags it */
  replacement?: string | null;
  /** Shown to you alone, with each match */
  note?: string | null;
  /** A word that is off is kept and not looked for */
  enabled?: boolean;
  /** The product line whose checks look for it; `general` holds for all of them */
  library?: 'general' | 'creator' | 'duanju' | 'touliu';
}

export interface MainCustomRuleDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'custom_rule';
  /** Always true */
  deleted: true;
}

export interface MainCustomRuleImportBody {
  /** Texts, then images, then videos, each as submitted */
  items: readonly CustomRuleImportItem[];
  /** The product line whose checks look for it; `general` holds for all of them */
  library?: 'general' | 'creator' | 'duanju' | 'touliu';
}

export interface MainCustomRuleImportResult {
  /** Type of the record */
  object: 'custom_rule_import_result';
  /** Number of all, over all pages or parts */
  total: number;
  /** Words that were written */
  imported: number;
  /** Words that were there already, or twice in the request */
  skippedDuplicate: number;
  /** Words past the quota */
  rejectedQuota: number;
}

export interface MainCustomRuleList {
  /** Type of the record */
  object: 'list';
  /** The entries */
  data: MainCustomRule[];
  /** Number of all, over all pages or parts */
  total: number;
}

export interface MainCustomRuleQuota {
  /** Type of the record */
  object: 'custom_rule_quota';
  /** Words of the account over all sites and tenants */
  used: number;
  /** Of the plan on this site; 0 when it is free */
  limit: number;
  /** Whether the subscription of this site is a paid one */
  isPaid: boolean;
}

export interface MainCustomRuleSettings {
  /** Type of the record */
  object: 'custom_rule_settings';
  /** Whether it is on */
  enabled: boolean;
}

export interface MainDismissalBody {
  /** As a hit has it */
  dismissKey: string;
}

export interface MainDismissals {
  /** What was dismissed, as `dismissKey` of hits */
  keys: string[];
}

export interface MainDismissed {
  /** Always true */
  ok: true;
}

export interface MainFix {
  /** Counts from 1 */
  version: number;
  /** The whole text, or only what is at risk */
  strategy: 'rewrite' | 'precise';
  /** The rewritten text, once there is one */
  fixedText: string;
  /** Risks that a check of the new text has left */
  riskCount: number;
  /** Whether nothing STRICT or SOFT is left, and something lawful of substance is */
  accepted: boolean;
  /** Why it is not accepted: risks are left, or nothing lawful of substance is */
  reason?: 'risk_left' | 'nothing_left';
  /** When it was submitted */
  createdAt: string;
}

export interface MainImageCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Completed or failed; processing only where the verdict could not be waited for */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  image: ImageFile;
  summary: MainSummary;
  /** What was found; empty where nothing was */
  labels: MainImageLabel[];
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
  /** Type of the record */
  object: 'image_check';
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'touliu';
}

export interface MainImageLabel {
  tier: 'STRICT' | 'SOFT';
  /** The tier in words */
  tierLabel: string;
  /** Why it is of that tier */
  tierReason: string | null;
  /** What was found, in words */
  description: string;
  /** The words it is about, the first 200 characters of them; null of what is no text */
  matchedText?: string | null;
  /** How bad it is */
  severity?: 'high' | 'medium' | 'low';
  /** What to do about it; null where nothing is known, as of older checks */
  suggestion?: string | null;
  /** Law and article, not translated; null where no law is known, as of older checks */
  legalRef?: string | null;
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
  /**
   * Where on the picture it lies, in pixels of the picture as it is shown: upright, after its EXIF orientation, in the size that `image` has on an image check; in the size of the file at `imageUrl` on a frame. One upright rectangle around its words for each line, and around a code, as often as the picture has them; of an animation, on the first page that has them. Empty of what has no place, such as suspected nudity, and of checks that are older than the field; on a video with very many findings, of the mildest. Absent only in replies of an engine of an older version
   */
  boxes?: PictureBox[];
}

export interface MainImageCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'image_check';
  /** Always true */
  deleted: true;
}

export interface MainImageCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Completed or failed; processing only where the verdict could not be waited for */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** Type of the record */
  object: 'image_check';
  image: MainListedImage;
  /** What was found; empty where nothing was */
  labels: string[];
}

export interface MainListedImage {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
  /** Size in bytes */
  sizeBytes: number | null;
}

export interface MainImageCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: MainImageCheckItem[];
}

export interface MainImageCheckSubmission {
  /** A public http or https URL of the file itself */
  imageUrl: string;
  /** Name of the image, for people */
  imageTitle: string;
  /** Bytes */
  imageSize: number;
  /** Pixels */
  imageWidth?: number;
  /** Pixels */
  imageHeight?: number;
  /** Short dramas have no image checks */
  productVertical?: 'creator' | 'touliu';
  /** What to look for; all of it when left out */
  detectTypes?: readonly ('AD' | 'OCR' | 'POLITICS' | 'VIOLENCE' | 'PORN' | 'LOGO')[];
}

export interface MainNotice {
  /** Id of the rule; it never changes */
  id: string;
  /** Null where a product line calls for it */
  industry:
    | 'general'
    | 'other'
    | 'beauty'
    | 'ecommerce'
    | 'finance'
    | 'health'
    | 'slimming'
    | 'medical-beauty'
    | 'drug-health'
    | 'legal'
    | 'franchise'
    | 'occult'
    | 'education'
    | 'recruit'
    | 'realestate'
    | 'auto'
    | 'alcohol'
    | null;
  /** Name to show to the user */
  industryLabel: string;
  /**
   * qualification: credentials of the subject; report-white: whitelisting of the category; filing: a filing number; prohibited: no way in
   */
  mechanism: 'prohibited' | 'filing' | 'report-white' | 'qualification';
  /** How strongly to show it, nothing else */
  severity: 'high' | 'normal';
  requiredCredentials: MainNoticeCredential[];
  /** What to tell the user */
  userHint: string;
  /** Laws and rules, with articles */
  sourceNote: string;
  /** When the rule took effect */
  effectiveFrom: string;
  /** `mechanism:industryLabel` */
  dismissKey: string;
  /** Whether it can be dismissed */
  dismissable: boolean;
  /** In the current tenant scope; never of what cannot be dismissed */
  dismissed: boolean;
  /** The declared industry, the product line, or the text, of which the first counts */
  matchedBy: 'vertical' | 'productVertical' | 'keyword';
}

export interface MainNoticeCredential {
  /** For people */
  name: string;
  /** Left out where anybody may hold it */
  who?: 'institution' | 'individual' | 'enterprise';
  /** Your own note */
  note: string;
}

export interface MainNoticeQuestion {
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** Leaves out the rules of other platforms; without it none is left out */
  platform?: string;
  industry?:
    | 'general'
    | 'other'
    | 'beauty'
    | 'ecommerce'
    | 'finance'
    | 'health'
    | 'slimming'
    | 'medical-beauty'
    | 'drug-health'
    | 'legal'
    | 'franchise'
    | 'occult'
    | 'education'
    | 'recruit'
    | 'realestate'
    | 'auto'
    | 'alcohol';
  /** Scanned for keywords; leave it empty for video and image */
  text?: string;
}

export interface MainNotices {
  /** Notices in the order in which they are shown */
  hits: MainNotice[];
}

export interface MainTextCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** Null when no rewrite runs */
  fixStatus: 'processing' | null;
  /** When it was submitted */
  createdAt: string;
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** The text as it was submitted, or as it was heard */
  text: string;
  /** With `ad`, scene hints are no violations */
  sceneMode: 'content' | 'ad';
  summary: MainSummary;
  /** Findings in text order; empty until it is completed */
  risks: MainTextRisk[];
  /** Matches of your own words; they never count toward `riskLevel` */
  customRisks: CustomRisk[];
  /** Notices on the whole text, without a place */
  semanticLabels: string[];
  /** What looked like a risk and was let pass, in text order; each place once, the first 50 */
  considered: ConsideredMatch[];
  autoFix: boolean;
  /** Ascending by version */
  fixes: MainFix[];
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
  /** Type of the record */
  object: 'text_check';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** Industry of what is sold; `general` for none */
  industryVertical: 'general' | 'beauty' | 'ecommerce' | 'finance' | 'health' | 'food' | 'slimming';
}

export interface MainTextRisk {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** STRICT breaks the law or a hard platform rule and counts; SOFT reduces distribution */
  tier: 'STRICT' | 'SOFT';
  /** The tier in words */
  tierLabel: string;
  /** Why it is of that tier */
  tierReason: string;
  /** A scene hint is only to be borne in mind and never counts */
  kind: 'violation' | 'scene-hint';
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** The words that it is about */
  matchedText: string;
  /** UTF-16 offset into `text`, inclusive; -1 when it has no place */
  startIndex: number;
  /** UTF-16 offset into `text`, exclusive; -1 when it has no place */
  endIndex: number;
  /** Topic of the finding */
  category: string;
  /** What to do about it */
  suggestion: string;
  /** Law and article */
  legalRef: string | null;
  /** Found by a rule, by the learned reader, or a word of yours */
  source: 'rule' | 'model';
  /** Disguises that were seen through to find it, such as `leet` or `homophone`; most have none */
  folds: string[];
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
}

export interface MainTextCheckAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'text_check';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface MainTextCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'text_check';
  /** Always true */
  deleted: true;
}

export interface MainTextCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** Null when no rewrite runs */
  fixStatus: 'processing' | null;
  /** When it was submitted */
  createdAt: string;
  /** Type of the record */
  object: 'text_check';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** Industry of what is sold; `general` for none */
  industryVertical: 'general' | 'beauty' | 'ecommerce' | 'finance' | 'health' | 'food' | 'slimming';
  /** The first 100 characters */
  preview: string;
  /** Number of findings */
  riskCount: number;
}

export interface MainTextCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: MainTextCheckItem[];
}

export interface MainTextCheckSubmission {
  /** The text as it was submitted, or as it was heard */
  text: string;
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** Industry of what is sold; `general` for none */
  industryVertical: 'general' | 'beauty' | 'ecommerce' | 'finance' | 'health' | 'food' | 'slimming';
  /** Product line; decides the rules and the word library */
  productVertical?: 'creator' | 'duanju' | 'touliu';
  /** With `ad`, scene hints are no violations */
  sceneMode?: 'content' | 'ad';
  /** Rewrites the text after the check, at extra credits */
  autoFix?: boolean;
}

export interface MainTextFixAccepted {
  /** Of the check */
  id: string;
  /** Type of the record */
  object: 'text_check';
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface MainTextFixBody {
  /** rewrite: the whole text; precise: only what is at risk, with as little change as possible */
  strategy?: 'rewrite' | 'precise';
  /** ad is more restrained: what is only to be borne in mind goes as well */
  mode?: 'content' | 'ad';
}

export interface MainUploadPolicy {
  /** What it is */
  kind: 'image' | 'video';
  /** Where the form is posted, with the fields `key`, `policy`, `StoreAccessKeyId`, `signature`, `file` */
  host: string;
  /**
   * The fields of the form as they are to be sent, before `file`: each name with its value. `key` may be replaced by another one below `dir`. Absent only in replies of an engine of an older version
   */
  fields?: UploadForm;
  /** The file lies at `{cdnHost}/{key}` afterwards */
  cdnHost: string;
  /** What `key` must begin with */
  dir: string;
  /** A key that may be used as it is */
  key: string;
  /** Base64 */
  policy: string;
  /** Names the key that signed the policy */
  accessKeyId: string;
  /** Signs the policy */
  signature: string;
  /** Largest file that the policy allows */
  maxSizeBytes: number;
  /** When it ends */
  expiresAt: string;
  /** Types of files that are accepted */
  contentTypes: string[];
  /** A presigned form for the object store itself, where there is one */
  direct?: UploadDirect;
  /** Type of the record */
  object: 'upload_policy';
}

export interface MainUploadPolicyBody {
  /** What it is */
  kind: 'image' | 'video';
  /** With its extension, which the suggested key keeps; the rest of the name is not used */
  filename: string;
}

export interface MainVideoAudio {
  /** Beginning, from that of the video */
  startSeconds: number;
  /** End, from the beginning of the video */
  endSeconds: number;
  /** What was found, in words */
  description: string;
  /** The text as it was submitted, or as it was heard */
  text: string;
  tier: 'STRICT' | 'SOFT';
  /** The tier in words */
  tierLabel: string;
  /** Why it is of that tier */
  tierReason: string | null;
}

export interface MainVideoCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  video: MainVideoFile;
  summary: MainSummary;
  /** Frames wherever the picture changes */
  frames: MainVideoFrame[];
  /**
   * What is written in the picture, joined over the frames that show it: lines at one place with the same words are one caption, from when they appear until they are gone; so is a line that moves through the picture. They are judged as words on frames are, and their findings stand with frames; they are no part of the transcript. Of more than 1,000, or very long ones, the gravest, then those that stand longest. Empty until the check has ended, of checks that are older than the field, and where no text was read. Absent only in replies of an engine of an older version
   */
  captions?: IntlVideoCaption[];
  /** Findings on sound other than speech */
  audios: MainVideoAudio[];
  transcript: MainVideoTranscript;
  /** Findings in what is said */
  transcriptRisks: MainVideoTranscriptRisk[];
  /** Your own words; they never count toward `riskLevel` */
  customTranscriptRisks: MainVideoCustomTranscriptRisk[];
  linkedTextCheckId: string | null;
  /** Null when no text check is linked */
  driftStatus: 'pending' | 'processing' | 'completed' | 'failed' | 'skipped' | null;
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /** When it last changed */
  updatedAt: string;
  /** Type of the record */
  object: 'video_check';
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
}

export interface MainVideoFile {
  /** Address of the file */
  url: string;
  /** Name of the file, for people */
  title: string;
  /** Size in MB, as declared */
  sizeMb: number;
  /** Length, as declared */
  durationSeconds: number;
  /** Pixels */
  width: number | null;
  /** Pixels */
  height: number | null;
  /** The file was removed after the retention period; `url` plays no longer */
  purged: boolean;
}

export interface MainVideoFrame {
  /** Place in the video */
  timeSeconds: number;
  /** Empty where the frame has no risk */
  description: string;
  /** Signed, valid for one hour; null once the file was removed */
  imageUrl: string | null;
  /** What is written on the frame */
  ocrText: string;
  /** Null where the frame has no risk */
  tier: 'STRICT' | 'SOFT' | null;
  /** The tier in words */
  tierLabel: string | null;
  /** Of the gravest finding, as are tier and label */
  tierReason: string | null;
  /**
   * Each finding of the frame by itself, the gravest first; all of them, unless a record would grow too long: then the mildest of each frame are left out. A finding in a caption stands on the first frame that shows it, and not on those that show the same caption later; one that goes on over several captions on the first frame of its first one. The other fields of a frame are about all that is on it
   */
  findings?: MainVideoFrameFinding[];
}

export interface MainVideoFrameFinding {
  /** What was found, in words */
  description: string;
  tier: 'STRICT' | 'SOFT';
  /** The tier in words */
  tierLabel: string;
  /** Why it is of that tier */
  tierReason: string | null;
  /** The words it is about, the first 200 characters of them; null of what is no text */
  matchedText: string | null;
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** What to do about it; null where nothing is known, as of older checks */
  suggestion: string | null;
  /** Law and article, not translated; null where no law is known, as of older checks */
  legalRef: string | null;
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
  /**
   * Where on the picture it lies, in pixels of the picture as it is shown: upright, after its EXIF orientation, in the size that `image` has on an image check; in the size of the file at `imageUrl` on a frame. One upright rectangle around its words for each line, and around a code, as often as the picture has them; of an animation, on the first page that has them. Empty of what has no place, such as suspected nudity, and of checks that are older than the field; on a video with very many findings, of the mildest. Absent only in replies of an engine of an older version
   */
  boxes?: PictureBox[];
  /**
   * When the caption that has its words appears, or the first of several; null of what is in no caption, and of checks that are older than the field. Absent only in replies of an engine of an older version, as is `endSeconds`
   */
  startSeconds?: number | null;
  /** When the last of its captions is gone */
  endSeconds?: number | null;
}

export interface MainVideoTranscript {
  /** Null where nothing transcribes; empty where there is no voice */
  status: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** The text as it was submitted, or as it was heard */
  text: string | null;
}

export interface MainVideoTranscriptRisk {
  /** The words that it is about */
  matchedText: string;
  /** Of the sentence */
  startSeconds: number;
  /** Of the sentence */
  endSeconds: number;
  /** What is said around it */
  sentence: string;
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  tier: 'STRICT' | 'SOFT';
  /** The tier in words */
  tierLabel: string;
  /** Why it is of that tier */
  tierReason: string | null;
  /** What it is */
  kind: 'violation' | 'scene-hint';
  /** Topic of the finding */
  category: string;
  /** How bad it is */
  severity: 'high' | 'medium' | 'low';
  /** What to do about it */
  suggestion: string;
  /** Law and article */
  legalRef: string | null;
  /** Found by a rule, by the learned reader, or a word of yours */
  source: 'rule' | 'model';
  /**
   * Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions
   */
  precedents?: Precedent[];
  /** drift: in a passage that departs from the approved script; null: anywhere */
  origin: 'drift' | null;
}

export interface MainVideoCustomTranscriptRisk {
  /** The words that it is about */
  matchedText: string;
  /** Of the sentence */
  startSeconds: number;
  /** Of the sentence */
  endSeconds: number;
  /** What is said around it */
  sentence: string;
  /** What to put in its place; null or empty where there is nothing */
  replacement: string | null;
  /** Your own note */
  note: string | null;
}

export interface MainVideoCheckAccepted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'video_check';
  /** Findings are there once it is `completed` */
  status: 'processing';
  /** Credits that this submission took; absent only where the answer of billing was lost */
  creditCost?: number;
}

export interface MainVideoCheckDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'video_check';
  /** Always true */
  deleted: true;
}

export interface MainVideoCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** Type of the record */
  object: 'video_check';
  /** Product line; decides the rules and the word library */
  productVertical: 'creator' | 'duanju' | 'touliu';
  /** Where the content is to be published; decides the rules */
  platform:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  video: VideoFile;
  /** What was found; empty where nothing was */
  labels: string[];
  /** Null where nothing transcribes; empty where there is no voice */
  transcriptStatus: 'processing' | 'completed' | 'failed' | 'empty' | null;
}

export interface MainVideoCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: MainVideoCheckItem[];
}

export interface MainVideoCheckSubmission {
  /** A public http or https URL of the file itself */
  videoUrl: string;
  /** Name of the video, for people */
  videoTitle: string;
  /** MB; on the Chinese site as the file has it, within 1 % */
  videoSize: number;
  /** Seconds, fractions included; billed by the whole second, rounded up */
  videoDuration: number;
  /** Pixels */
  videoWidth?: number;
  /** Pixels */
  videoHeight?: number;
  /** Product line; decides the rules and the word library */
  productVertical?: 'creator' | 'duanju' | 'touliu';
  /** Decides the rules for the voiceover; the usual one of the product line when left out */
  platform?:
    | 'shortvideo_a'
    | 'shortvideo_b'
    | 'lifestyle_community'
    | 'messaging_video'
    | 'video_community'
    | 'shortdrama_platform';
  /** What to look for in the picture; all of it when left out */
  frameTypes?: readonly ('OCR' | 'BEHAVIOR' | 'AD' | 'POLITICS' | 'VIOLENCE' | 'PORN' | 'LOGO' | 'PERSON')[];
  /** What to listen for; all of it when left out */
  audioTypes?: readonly ('POLITICAL' | 'PORN' | 'AD' | 'MOAN' | 'ABUSE')[];
  /** A text check that passed: the voiceover is compared with its text */
  textCheckId?: string;
}

export interface MainVideoReport {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'video_check_report';
  videoCheckId: string;
  /** Plain text in sections marked with full-width brackets */
  content: string;
  creditCost: number;
  /** When it was submitted */
  createdAt: string;
}

export interface MethodNotAllowed {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'method_not_allowed';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface NotFound {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'not_found';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface PayloadTooLarge {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'payload_too_large';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface Quote {
  /** Type of the record */
  object: 'quote';
  /** Credits that the same submission would take now */
  creditCost: number;
  /** Credits that an automatic rewrite would take after the check, if there is something to rewrite */
  laterCreditCost: number;
  /** Credits that can be spent now */
  currentBalance: number;
  /** Whether the balance covers `creditCost` */
  isCovered: boolean;
  /** What `creditCost` is made of */
  lines: QuoteLine[];
}

export interface QuoteLine {
  /** What is paid for; a `video_second` by the second, rounded up */
  item: 'text_check' | 'rewrite' | 'image_check' | 'video_second' | 'video_report' | 'batch';
  /** How many of it */
  quantity: number;
  creditCost: number;
}

export interface RateLimited {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'rate_limited';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface ReportCompletedEvent {
  /** What happened */
  type: 'report.completed';
  /** When it happened; an attempt has its own time in its header */
  timestamp: string;
  data: ReportCompletedEventData;
}

export interface ReportCompletedEventData {
  /** Of the record */
  id: string;
  /** As in the record: `intl_text_check` */
  object: string;
  /** The site of the endpoint */
  site: 'us' | 'id' | 'main';
  /** The `X-End-Tenant` of the record; null in your own scope */
  tenant: string | null;
  /** `test` for what a test key has made */
  mode: 'live' | 'test';
  links: WebhookLinks;
  /**
   * Only with `payload: "full"`: the record as its GET gives it when the event is sent; null if it is gone by then
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /** What it is */
  kind: 'report';
  /** It is written */
  status: 'completed';
  /** The video check that it is about */
  videoCheckId: string;
}

export interface Unauthorized {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'unauthorized';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface UnsupportedMediaType {
  /** Whether the request was accepted */
  success: false;
  /** A sentence that names the field and the accepted values */
  error: string;
  /** For programs; never changes its meaning */
  code: 'unsupported_media_type';
  /** As the header `X-Request-Id` has it */
  requestId: string;
}

export interface UsAccount {
  credits: Credits;
  subscription: Subscription;
  usageThisMonth: Usage;
  /** Type of the record */
  object: 'intl_account';
  /** The site */
  country: 'us';
}

export interface UsBatch {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** For people */
  name: string;
  /** failed only when every item failed */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  progress: IntlBatchProgress;
  /** Null until all items have ended; an item that failed was never passed */
  result: 'PASS' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** When its last item ended */
  finishedAt: string | null;
  /** Type of the record */
  object: 'intl_batch';
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
  summary: IntlBatchSummary;
  /** Texts, then images, then videos, each as submitted */
  items: IntlBatchEntry[];
}

export interface UsBatchItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** For people */
  name: string;
  /** failed only when every item failed */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  progress: IntlBatchProgress;
  /** Null until all items have ended; an item that failed was never passed */
  result: 'PASS' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  /** When its last item ended */
  finishedAt: string | null;
  /** Type of the record */
  object: 'intl_batch';
  summary: IntlBatchSummary;
  counts: IntlBatchCounts;
}

export interface UsBatchList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: UsBatchItem[];
}

export interface UsBatchSubmission {
  /** For people */
  name: string;
  /** Texts to check; or how many there are */
  texts?: readonly string[];
  /** Images to check; or how many there are */
  images?: readonly BatchImageSubmission[];
  /** Videos to check; or how many there are */
  videos?: readonly BatchVideoSubmission[];
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
  /** Of the texts and images; the batch itself is explained in the language of the GET */
  explainLocale?: 'zh-CN' | 'en-US';
}

export interface UsImageCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_image_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet'
    | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  image: ImageFile;
  /** What was found; empty where nothing was */
  labels: IntlImageLabel[];
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
}

export interface UsImageCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_image_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet'
    | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** When it was submitted */
  createdAt: string;
  image: IntlListedImage;
  /** What was found; empty where nothing was */
  labels: string[];
}

export interface UsImageCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: UsImageCheckItem[];
}

export interface UsImageCheckSubmission {
  /** A public http or https URL of the file itself */
  imageUrl: string;
  /** Name of the image, for people */
  imageTitle: string;
  /** Bytes */
  imageSize: number;
  /** Pixels */
  imageWidth?: number;
  /** Pixels */
  imageHeight?: number;
  /** Recorded only: it does not change what is looked for */
  vertical?:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
  /** Language of explanations, suggestions and labels */
  explainLocale?: 'zh-CN' | 'en-US';
}

export interface UsTextCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
  /** Verdict; null until there is one */
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | null;
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing' | 'completed' | 'failed' | null;
  /** When it was submitted */
  createdAt: string;
  /** The text as it was submitted, or as it was heard */
  text: string;
  summary: IntlTextSummary;
  /** Findings in text order; empty until it is completed */
  risks: IntlTextRisk[];
  /** Matches of your own words; they never count toward `riskLevel` */
  customRisks: CustomRisk[];
  /** Notices on the whole text, without a place */
  semanticLabels: string[];
  /** What looked like a risk and was let pass, in text order; each place once, the first 50 */
  considered: ConsideredMatch[];
  /** The rewritten text, once there is one */
  fixedText: string | null;
  /**
   * Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost
   */
  creditCost?: number;
  /** When it last changed */
  updatedAt: string;
}

export interface UsTextCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_text_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet'
    | null;
  /** Verdict; null until there is one */
  riskLevel: 'safe' | 'low' | 'medium' | 'high' | null;
  /** State of the rewrite; null where none was asked for, or none runs */
  fixStatus: 'processing' | 'completed' | 'failed' | null;
  /** When it was submitted */
  createdAt: string;
  /** The first 100 characters */
  preview: string;
  /** Number of findings */
  riskCount: number;
}

export interface UsTextCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: UsTextCheckItem[];
}

export interface UsTextCheckSubmission {
  /** The text as it was submitted, or as it was heard */
  text: string;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
  /** Language of explanations, suggestions and labels */
  explainLocale?: 'zh-CN' | 'en-US';
}

export interface UsVideoCheck {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet'
    | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** What was found; empty where nothing was */
  labels: string[];
  /** Null where nothing transcribes; empty where there is no voice */
  transcriptStatus: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** When it was submitted */
  createdAt: string;
  video: VideoFile;
  /** Where the content is to be published; decides the rules */
  platform: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Frames wherever the picture changes */
  frames: IntlVideoFrame[];
  /**
   * What is written in the picture, joined over the frames that show it: lines at one place with the same words are one caption, from when they appear until they are gone; so is a line that moves through the picture. They are judged as words on frames are, and their findings stand with frames; they are no part of the transcript. Of more than 1,000, or very long ones, the gravest, then those that stand longest. Empty until the check has ended, of checks that are older than the field, and where no text was read. Absent only in replies of an engine of an older version
   */
  captions?: IntlVideoCaption[];
  /** Findings on sound other than speech */
  audios: IntlVideoAudio[];
  /** What is said; null where nothing transcribes */
  transcript: string | null;
  /** Findings in what is said */
  transcriptRisks: IntlTranscriptRisk[];
  /** What looked at it, and what did not: nothing is reported as checked that was not */
  coverage: DetectorCoverage[];
  /** When it last changed */
  updatedAt: string;
}

export interface UsVideoCheckItem {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'intl_video_check';
  /** Findings are there once it is `completed` */
  status: 'processing' | 'completed' | 'failed';
  /** Why it failed; null unless it has. Absent only from answers of an older version */
  failure?: RecordFailure | null;
  /** Category of what is sold; decides the rules */
  vertical:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet'
    | null;
  /** Verdict; null until there is one */
  riskLevel: 'PASS' | 'REVIEW' | 'REJECT' | null;
  /** What was found; empty where nothing was */
  labels: string[];
  /** Null where nothing transcribes; empty where there is no voice */
  transcriptStatus: 'processing' | 'completed' | 'failed' | 'empty' | null;
  /** When it was submitted */
  createdAt: string;
  video: IntlListedVideo;
}

export interface UsVideoCheckList {
  /** Type of the record */
  object: 'list';
  /** Counts from 1 */
  page: number;
  /** Entries of a page */
  pageSize: number;
  /** Number of all, over all pages or parts */
  total: number;
  /** Whether there is a next page */
  hasMore: boolean;
  /** The entries */
  data: UsVideoCheckItem[];
}

export interface UsVideoCheckSubmission {
  /** A public http or https URL of the file itself */
  videoUrl: string;
  /** Name of the video, for people */
  videoTitle: string;
  /** MB; on the Chinese site as the file has it, within 1 % */
  videoSize: number;
  /** Seconds, fractions included; billed by the whole second, rounded up */
  videoDuration: number;
  /** Pixels */
  videoWidth?: number;
  /** Pixels */
  videoHeight?: number;
  /** Decides the rules for the voiceover */
  platform?: 'shortvideo_us' | 'marketplace_us' | 'dtc_us' | 'social_ads' | 'search_ads' | 'shortvideo_ads';
  /** Decides the rules for the voiceover; those of every category when left out */
  vertical?:
    | 'general'
    | 'beauty'
    | 'health'
    | 'supplement'
    | 'weight_loss'
    | 'baby'
    | 'apparel'
    | 'jewelry'
    | 'home'
    | 'pet';
}

export interface WebhookDelivery {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'webhook_delivery';
  /** The endpoint that it goes to */
  endpointId: string;
  /** The `webhook-id` header of each attempt */
  eventId: string;
  /** Of the event */
  type:
    | 'check.completed'
    | 'check.failed'
    | 'batch.completed'
    | 'report.completed'
    | 'credits.low'
    | 'endpoint.test';
  /** `pending` until it was answered 2xx, or its attempts are used up */
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts so far, of all times that it was sent */
  attemptCount: number;
  /** Null when it has ended */
  nextAttemptAt: string | null;
  /** When the event came */
  createdAt: string;
  /** When it was last answered 2xx */
  deliveredAt: string | null;
  /** The newest 20, newest first */
  attempts: WebhookDeliveryAttempt[];
}

export interface WebhookDeliveryAttempt {
  /** When it began */
  attemptedAt: string;
  /** HTTP status of the answer; null if there was none */
  status: number | null;
  /** Until the answer, or until it was given up */
  durationMs: number;
  /** Why it was not accepted, a sentence; null if it was */
  error: string | null;
  /** The beginning of the answer, at most 1,024 characters */
  responseBody: string | null;
}

export interface WebhookDeliveryList {
  /** Type of the record */
  object: 'list';
  /** The entries */
  data: WebhookDelivery[];
  /** Whether there is a next page */
  hasMore: boolean;
  /** `after` of the next page; null on the last one */
  next: string | null;
}

export interface WebhookEndpoint {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'webhook_endpoint';
  /** Where events are posted to */
  url: string;
  /** Your own note */
  description: string | null;
  /** The types of events that are sent */
  events: ('check.completed' | 'check.failed' | 'batch.completed' | 'report.completed' | 'credits.low')[];
  /** What an event holds: ids and links, or the whole record as well */
  payload: 'thin' | 'full';
  /** An endpoint that is off gets no event, not even later */
  enabled: boolean;
  /** Null while it is enabled. `failing`: nothing was accepted for five days; `gone`: it answered 410 */
  disabledReason: 'by_request' | 'failing' | 'gone' | null;
  /** Null while it is enabled */
  disabledAt: string | null;
  /** The first failed attempt since the last one that was accepted */
  failingSince: string | null;
  /** Until then the secret of before the rotation signs as well */
  previousSecretExpiresAt: string | null;
  /** When it was made */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
}

export interface WebhookEndpointBody {
  /** Where events are posted to: https, on the public internet, without user name and password */
  url: string;
  /** For you alone */
  description?: string | null;
  /** The types of events to send */
  events?: readonly (
    | 'check.completed'
    | 'check.failed'
    | 'batch.completed'
    | 'report.completed'
    | 'credits.low'
  )[];
  /** `thin` sends ids and links; `full` the whole record as well, as it is when the event is sent */
  payload?: 'thin' | 'full';
}

export interface WebhookEndpointChange {
  /** Where events are posted to: https, on the public internet, without user name and password */
  url?: string;
  /** For you alone */
  description?: string | null;
  /** The types of events to send */
  events?: readonly (
    | 'check.completed'
    | 'check.failed'
    | 'batch.completed'
    | 'report.completed'
    | 'credits.low'
  )[];
  /** `thin` sends ids and links; `full` the whole record as well, as it is when the event is sent */
  payload?: 'thin' | 'full';
  /** An endpoint that is off gets no event, not even later */
  enabled?: boolean;
}

export interface WebhookEndpointDeleted {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'webhook_endpoint';
  /** Always true */
  deleted: true;
}

export interface WebhookEndpointList {
  /** Type of the record */
  object: 'list';
  /** The entries */
  data: WebhookEndpoint[];
  /** Number of all, over all pages or parts */
  total: number;
}

export interface WebhookEndpointWithSecret {
  /** Prefix and sortable random part; never changes */
  id: string;
  /** Type of the record */
  object: 'webhook_endpoint';
  /** Where events are posted to */
  url: string;
  /** Your own note */
  description: string | null;
  /** The types of events that are sent */
  events: ('check.completed' | 'check.failed' | 'batch.completed' | 'report.completed' | 'credits.low')[];
  /** What an event holds: ids and links, or the whole record as well */
  payload: 'thin' | 'full';
  /** An endpoint that is off gets no event, not even later */
  enabled: boolean;
  /** Null while it is enabled. `failing`: nothing was accepted for five days; `gone`: it answered 410 */
  disabledReason: 'by_request' | 'failing' | 'gone' | null;
  /** Null while it is enabled */
  disabledAt: string | null;
  /** The first failed attempt since the last one that was accepted */
  failingSince: string | null;
  /** Until then the secret of before the rotation signs as well */
  previousSecretExpiresAt: string | null;
  /** When it was made */
  createdAt: string;
  /** When it last changed */
  updatedAt: string;
  /** `whsec_` and the key of the signatures in base64. Store it now: it is not shown again */
  secret: string;
}

export interface WebhookSecretRotationBody {
  /** How long the last secret signs beside the new one; 0 ends it at once */
  overlapSeconds?: number;
}

export interface StoredFile {
  key: string;
  /** What goes into `imageUrl` or `videoUrl` */
  url: string;
  contentType: string;
  sizeBytes: number;
}

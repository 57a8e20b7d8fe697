import type { Site } from '@redline/contracts';
import { isObject, type Json, type JsonObject } from './hoist.ts';
import { fieldExamples } from './request-examples.ts';

const suffix = '01jd8q3h6fe1r9e5k0v7m2n4p8';
const time = '2026-11-29T08:30:00.000Z';

/** Values of fields by their names, as the site says them. */
type Values = Readonly<Record<string, Json>>;

const ofAll: Values = {
  ...(fieldExamples as Values),
  requestId: '9fc11e2c-fbee-4677-bba2-de43c846effa',
  checkId: `text_${suffix}`,
  videoCheckId: `video_${suffix}`,
  linkedTextCheckId: null,
  status: 'completed',
  failure: null,
  expiringSoon: null,
  renewsAt: '2026-12-29T00:00:00.000Z',
  result: 'REJECT',
  page: 1,
  pageSize: 20,
  total: 1,
  done: 1,
  percent: 100,
  hasMore: false,
  startIndex: 0,
  endIndex: 37,
  creditCost: 2,
  laterCreditCost: 0,
  currentBalance: 998,
  isCovered: true,
  sizeBytes: 482_133,
  sizeMb: 6.4,
  durationSeconds: 29.5,
  width: 1080,
  height: 1080,
  timeSeconds: 4,
  startSeconds: 3.2,
  endSeconds: 6.1,
  index: 0,
  version: 1,
  plan: 'premium',
  isPaid: true,
  limit: 2_000,
  used: 2,
  enabled: true,
  transcriptStatus: 'completed',
  semanticLabels: [],
  customRisks: [],
  considered: [],
  folds: [],
  precedents: [],
  audios: [],
  customTranscriptRisks: [],
  replacement: null,
  note: null,
  purged: false,
  origin: null,
  fixStatus: null,
  fixedText: null,
  driftStatus: null,
  detector: 'text',
  looked: undefined as never,
  direct: undefined as never,
  recognizers: ['pp_ocr'],
  host: 'https://redline.example/uploads',
  cdnHost: 'https://redline.example/assets',
  dir: 'uploads/us/8c1f02/5b2e90/',
  key: `uploads/us/8c1f02/5b2e90/file_${suffix}.jpg`,
  policy: 'eyJpZCI6InBvbGljeV8wMWpkOHEzaDZmZTFyOWU1azB2N20ybjRwOCJ9',
  accessKeyId: 'upload_3f9a1c7e',
  signature: 'q1W8fJ0m3bq2m0hXxZ7p5v6yD4kTn9sR2uLcVbEaG1I=',
  maxSizeBytes: 10_485_760,
  contentTypes: ['image/jpeg'],
  imageUrl: 'https://redline.example/assets/frames/4.jpg?expires=1764405000&signature=q1W8fJ0m3bq2',
  ocrText: '',
};

const english: Values = {
  text: 'Our drops cure arthritis in two weeks, guaranteed.',
  preview: 'Our drops cure arthritis in two weeks, guaranteed.',
  matchedText: 'Our drops cure arthritis in two weeks',
  sentence: 'Our drops cure arthritis in two weeks.',
  category: 'Disease claim',
  suggestion: 'Remove the claim; only an approved drug or cleared device may be said to cure.',
  legalRef: 'Federal Food, Drug, and Cosmetic Act, 21 U.S.C. 321(g)(1)(B)',
  description: 'Disease claim',
  labels: ['Disease claim'],
  transcript: 'Our drops cure arthritis in two weeks.',
  riskLevel: 'high',
  name: 'Drops, autumn campaign',
  title: 'Drops, front',
  url: 'https://shop.example/drops.jpg',
  keyword: 'miracle cure',
};

const chinese: Values = {
  text: '这款面膜三天治好湿疹，全网最好用。',
  preview: '这款面膜三天治好湿疹，全网最好用。',
  matchedText: '三天治好湿疹',
  sentence: '这款面膜三天治好湿疹。',
  endIndex: 10,
  startIndex: 4,
  category: '医疗功效宣称',
  suggestion: '删除治疗功效的表述。',
  legalRef: '《中华人民共和国广告法》第十七条',
  tierLabel: '必须修改',
  tierReason: '普通商品不得涉及疾病治疗功能',
  description: '医疗功效宣称',
  labels: ['医疗功效宣称'],
  riskLevel: 'REJECT',
  name: '面膜秋季推广',
  title: '面膜主图',
  url: 'https://shop.example/mianmo.jpg',
  keyword: '全网最低',
  fixes: [],
  content: '【视频信息】\n面膜口播，29.5 秒。\n',
  industryLabel: '招商加盟',
  dismissKey: 'report-white:招商加盟',
  keys: ['report-white:招商加盟'],
  userHint: '发布招商加盟内容前须完成平台报白。',
  sourceNote: '《商业特许经营管理条例》第八条',
};

/** Ids by the resource of the route; a line of a list or a record has the same. */
function idFor(path: string): string {
  const kinds = ['text', 'image', 'video', 'batches', 'custom-rules'] as const;
  const prefixes = { text: 'text', image: 'image', video: 'video', batches: 'batch', 'custom-rules': 'rule' };
  const kind = kinds.find((one) => path.includes(`/${one}`)) ?? 'text';
  return `${path.includes('/report') ? 'report' : prefixes[kind]}_${suffix}`;
}

/**
 * Builds an example of an answer from its schema, which it therefore fits; its values go by the names of the fields.
 * @param path of the route, for the ids
 */
export function sampleOf(schema: JsonObject, site: Site, path: string): Json {
  const values = { ...ofAll, ...(site.kind === 'main' ? chinese : english), id: idFor(path) };
  return sample(schema, '', values);
}

function sample(schema: JsonObject, name: string, values: Values): Json {
  const allowed = schema['enum'];
  const wanted = values[name];
  if (wanted !== undefined && fits(wanted, schema)) return wanted;
  if (Array.isArray(allowed))
    return allowed[name === 'riskLevel' ? allowed.length - 1 : 0] ?? allowed[0] ?? null;
  const choices = schema['anyOf'];
  // The last is the answer to whoever asked for nothing more.
  if (Array.isArray(choices) && isObject(choices.at(-1)))
    return sample(choices.at(-1) as JsonObject, name, values);
  if (isObject(schema['properties'])) return sampleObject(schema['properties'], values);
  if (schema['type'] === 'array') {
    const items = schema['items'];
    return isObject(items) ? [sample(items, name, values)] : [];
  }
  if (schema['type'] === 'object') return {};
  if (schema['type'] === 'boolean') return true;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return Number(schema['minimum'] ?? 1);
  if (schema['format'] === 'date-time') return time;
  if (schema['format'] === 'date') return time.slice(0, 10);
  if (schema['nullable'] === true) return null;
  return name;
}

function sampleObject(properties: JsonObject, values: Values): JsonObject {
  const fields = Object.entries(properties).filter(([key]) => !(key in values && values[key] === undefined));
  return Object.fromEntries(
    fields.map(([key, inner]) => [key, isObject(inner) ? sample(inner, key, values) : null]),
  );
}

/** Tells whether a value is of the type of a schema and among what it allows; the rest is for the tests to say. */
function fits(value: Json, schema: JsonObject): boolean {
  if (value === null) return schema['nullable'] === true;
  const allowed = schema['enum'];
  if (Array.isArray(allowed)) return allowed.includes(value);
  if (Array.isArray(value)) {
    const items = schema['items'];
    return schema['type'] === 'array' && isObject(items) && value.every((one) => fits(one, items));
  }
  if (isObject(value)) return schema['type'] === 'object';
  if (typeof value === 'number') return schema['type'] === 'number' || schema['type'] === 'integer';
  return schema['type'] === typeof value;
}

import type { Case, Failure } from './events.ts';

/** A failed check that is no breach of the contract. */
export interface Refusal {
  readonly check: string;
  readonly name: string;
  readonly applies: (tried: Case, failure: Failure) => boolean;
}

/** A body with several faults has a sentence for each; all must be known. */
const said = (patterns: readonly RegExp[]) => (tried: Case) => {
  if (tried.status !== 400) return false;
  const sentences = sentenceOf(tried);
  const unknown = patterns.reduce((left, pattern) => left.replaceAll(pattern, ''), sentences);
  return sentences !== '' && /^[; ]*$/.test(unknown);
};

/** JSON Schema counts code points, the contract UTF-16 code units: an emoji is two. */
const isPastFirstPlane = (tried: Case): boolean =>
  /[\u{10000}-\u{10ffff}]|\\ud[89ab]/iu.test(tried.body.toString());

/** The sentence of an error; empty if the answer is none. */
export function sentenceOf({ answer }: Case): string {
  try {
    const { error } = JSON.parse(answer) as { readonly error?: unknown };
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}

interface Sentence {
  readonly name: string;
  /** The whole sentence, without the `; ` between two. */
  readonly pattern: RegExp;
}

const field = String.raw`[\w.[\]]+`;

/** The refusals that the specification demands and no schema can express; the README has the reason of each. */
const sentences: readonly Sentence[] = [
  {
    name: 'reused Idempotency-Key',
    pattern: /this Idempotency-Key was used with another body; send a new key/g,
  },
  {
    name: 'word that exists',
    pattern: /keyword ".*?" is in this word list already; case and blanks around it make no difference/gs,
  },
  {
    name: 'batch without an item',
    pattern:
      /texts, images and videos must hold at least one item; texts shorter than 10 characters do not count/g,
  },
  { name: 'nothing to rewrite', pattern: /the text check has no risks: there is nothing to rewrite/g },
  { name: 'rewrite that runs', pattern: /a rewrite of this text check is running already/g },
  {
    name: 'NUL or lone surrogate',
    pattern: new RegExp(`${field} must not contain a (NUL character|lone surrogate)`, 'g'),
  },
  { name: 'blank text', pattern: new RegExp(`${field} must not be blank`, 'g') },
  { name: 'URL that is none', pattern: new RegExp(`${field} must be an http or https URL`, 'g') },
  { name: 'file that cannot be fetched', pattern: new RegExp(`${field} cannot be fetched: [^;]+`, 'g') },
  {
    name: 'endpoint that is not public',
    pattern:
      /(the host of the )?url (is longer than \d+ characters|cannot be read|must begin with https?:\/\/( or https:\/\/)?|must not hold a user name or password|leads to an address that is not public)/g,
  },
  {
    name: 'one endpoint too many',
    pattern: /this scope has 10 webhook endpoints; delete one first/g,
  },
  { name: 'endpoint that is disabled', pattern: /the endpoint is disabled; enable it first/g },
  {
    name: 'product line without images',
    pattern: /images are not checked in this product line; productVertical must be one of: [\w, ]+/g,
  },
  {
    name: 'position in another report',
    pattern: /Last-Event-ID must be the id of an event of this report: <report id>:<number>/g,
  },
];

const lengthPattern = new RegExp(`${field} must have (at most \\d+|\\d+ to \\d+) characters`, 'g');

/** A failed check that none of these covers fails the run. */
export const refusals: readonly Refusal[] = [
  ...sentences.map(({ name, pattern }) => ({
    check: 'positive_data_acceptance',
    name,
    applies: (tried: Case) =>
      sentenceOf(tried).search(pattern) >= 0 && said(sentences.map((known) => known.pattern))(tried),
  })),
  {
    check: 'positive_data_acceptance',
    name: 'length in UTF-16',
    applies: (tried) =>
      isPastFirstPlane(tried) && said([lengthPattern, ...sentences.map(({ pattern }) => pattern)])(tried),
  },
  {
    check: 'negative_data_rejection',
    name: 'length in UTF-16',
    applies: (tried, { message }) => isPastFirstPlane(tried) && /violates `m(in|ax)Length`/.test(message),
  },
];

/** Returns the refusal that explains a failed check; undefined if it is a breach. */
export const refusalOf = (tried: Case, failure: Failure): Refusal | undefined =>
  refusals.find(({ check, applies }) => check === failure.check && applies(tried, failure));

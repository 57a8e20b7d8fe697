import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import {
  type Block,
  blockOf,
  type Comment,
  replaced,
  type Segment,
  type Source,
  verbatim,
} from '../domain/copy.ts';
import { InputError } from '../domain/input-error.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose words no reader sees as copy: code, programs, styles, and what stands in for them. */
const unseen = new Set([
  ...['script', 'style', 'template', 'noscript', 'pre', 'svg', 'math', 'iframe', 'object', 'canvas'],
  ...['textarea', 'datalist', 'audio', 'video'],
]);
/** Elements within a line; all others begin a block. */
const inline = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font'],
  ...['i', 'ins', 'kbd', 'label', 'mark', 'nobr', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span'],
  ...['strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr'],
]);
const heading = /^(?:h[1-6]|title)$/;
/** Names and properties of `meta` elements whose content is shown with a link to the page. */
const described = new Set([
  'description',
  'og:title',
  'og:description',
  'twitter:title',
  'twitter:description',
]);

/** State of a walk through a document. */
interface Walk {
  readonly file: string;
  readonly blocks: Block[];
  readonly comments: Comment[];
  /** Of the block that is open. */
  segments: Segment[];
  /** Attributes of the open block, which follow it. */
  attributes: Block[];
  isHeading: boolean;
  depth: number;
}

/** The deepest nesting of elements; pages have some dozens. */
const depthMax = 1_000;

/** Reads what a reader of an HTML document sees, and its comments; with alternative texts, titles and descriptions. Throws an InputError for a thousand levels of elements. */
export function readHtml(file: string): Source {
  return sourceOf(file, parse(file, { sourceCodeLocationInfo: true }));
}

/** As `readHtml`, for a part of a document, such as the HTML in Markdown. */
export function readHtmlFragment(file: string): Source {
  return sourceOf(file, parseFragment(file, { sourceCodeLocationInfo: true }));
}

function sourceOf(file: string, root: Node): Source {
  const walk: Walk = {
    file,
    blocks: [],
    comments: [],
    segments: [],
    attributes: [],
    isHeading: false,
    depth: 0,
  };
  visit(root, walk);
  endBlock(walk);
  return { documents: [{ name: null, blocks: walk.blocks }], comments: walk.comments };
}

function visit(node: Node, walk: Walk): void {
  const place = 'sourceCodeLocation' in node ? node.sourceCodeLocation : null;
  if (node.nodeName === '#comment' && 'data' in node && place) {
    walk.comments.push({ text: node.data, start: place.startOffset, end: place.endOffset });
  } else if (node.nodeName === '#text' && 'value' in node && place) {
    const segments = decoded(walk.file, node.value, place.startOffset, place.endOffset, decodeHTML);
    walk.segments.push(...segments.flatMap(withSingleBlanks));
  } else if ('tagName' in node) {
    visitElement(node, walk);
  } else {
    visitChildren(node, walk);
  }
}

function visitElement(element: Element, walk: Walk): void {
  const { tagName } = element;
  addAttributes(element, walk);
  if (isHidden(element)) return;
  const place = element.sourceCodeLocation;
  if (tagName === 'br' && place) {
    walk.segments.push(replaced('\n', place.startOffset, place.endOffset));
  } else if (inline.has(tagName) || tagName === 'img') {
    visitChildren(element, walk);
  } else {
    endBlock(walk);
    walk.isHeading = heading.test(tagName);
    visitChildren(element, walk);
    endBlock(walk);
  }
}

function isHidden({ tagName, attrs }: Element): boolean {
  const isMarked = attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i.test(value)),
  );
  return isMarked || unseen.has(tagName);
}

function visitChildren(node: Node, walk: Walk): void {
  if (!('childNodes' in node)) return;
  if (walk.depth === depthMax) throw new InputError(`elements are nested deeper than ${depthMax} levels`);
  walk.depth++;
  for (const child of node.childNodes) visit(child, walk);
  walk.depth--;
}

function endBlock(walk: Walk): void {
  const kind = walk.isHeading ? 'heading' : 'text';
  walk.blocks.push(...blockOf(kind, joinedBlanks(walk.segments)), ...walk.attributes);
  walk.segments = [];
  walk.attributes = [];
  walk.isHeading = false;
}

/** Adds what an element says in its attributes: `alt`, `title`, and the description of the page. */
function addAttributes(element: Element, walk: Walk): void {
  if (element.attrs.some(({ name }) => name === 'hidden')) return;
  const isDescription = element.attrs.some(
    ({ name, value }) => (name === 'name' || name === 'property') && described.has(value.toLowerCase()),
  );
  for (const { name, value } of element.attrs) {
    const isCopy =
      name === 'alt' ||
      name === 'title' ||
      (element.tagName === 'meta' && isDescription && name === 'content');
    const place = element.sourceCodeLocation?.attrs?.[name];
    if (!isCopy || !place) continue;
    const [start, end] = valueRange(walk.file, place.startOffset, place.endOffset);
    const segments = decoded(walk.file, value, start, end, decodeHTMLAttribute);
    walk.attributes.push(...blockOf('text', joinedBlanks(segments.flatMap(withSingleBlanks))));
  }
}

/** The value of an attribute that stands at a place, without its name and marks. */
function valueRange(file: string, start: number, end: number): readonly [number, number] {
  const equals = /^[^=]*=\s*/.exec(file.slice(start, end))?.[0].length ?? end - start;
  const isQuoted = /["']/.test(file[start + equals] ?? '');
  return isQuoted ? [start + equals + 1, end - 1] : [start + equals, end];
}

const reference = /&(?:#[xX]?[\da-fA-F]+|[a-zA-Z][\da-zA-Z]*);?/y;

/**
 * Says where the characters of a decoded text stand in the file. Where the two do not meet, as in a text that the parser
 * has put together from several places, all of it stands for the whole range.
 */
function decoded(
  file: string,
  value: string,
  start: number,
  end: number,
  decode: (text: string) => string,
): Segment[] {
  const source = file.slice(0, end);
  if (source.slice(start) === value) return [verbatim(file, start, end)];
  const segments: Segment[] = [];
  let from = start;
  let at = 0;
  const addVerbatim = (to: number): void => {
    if (to > from) segments.push(verbatim(file, from, to));
  };
  for (let next = start; next < end; ) {
    const [written, text] = charactersAt(source, next, decode);
    if (!value.startsWith(text, at)) return [replaced(value, start, end)];
    at += text.length;
    if (written !== text) {
      addVerbatim(next);
      segments.push(replaced(text, next, next + written.length));
      from = next + written.length;
    }
    next += written.length;
  }
  addVerbatim(end);
  return at === value.length ? segments : [replaced(value, start, end)];
}

/** Reads what stands in the file at an offset, a reference or one character, and what the parser makes of it. */
function charactersAt(file: string, at: number, decode: (text: string) => string): readonly [string, string] {
  const character = file[at] ?? '';
  if (character === '&') {
    reference.lastIndex = at;
    const found = reference.exec(file)?.[0];
    if (found !== undefined) return [found, decode(found)];
  }
  if (character === '\r') return file[at + 1] === '\n' ? ['\r\n', '\n'] : ['\r', '\n'];
  return [character, character];
}

/** Splits a segment where white space is shown as one blank, which wrapped lines and indentation are. */
function withSingleBlanks(segment: Segment): Segment[] {
  if (!segment.verbatim) return [{ ...segment, text: segment.text.replace(/[ \t\n\f\r]+/g, ' ') }];
  return [...segment.text.matchAll(/[ \t\n\f\r]+|[^ \t\n\f\r]+(?: [^ \t\n\f\r]+)*/g)].map(
    ({ index, 0: text }) => {
      const start = segment.start + index;
      const end = start + text.length;
      const isBlank = /^[ \t\n\f\r]/.test(text);
      return isBlank && text !== ' ' ? replaced(' ', start, end) : { ...segment, text, start, end };
    },
  );
}

/** Leaves one of several blanks that meet across elements. */
function joinedBlanks(segments: readonly Segment[]): Segment[] {
  const kept: Segment[] = [];
  for (const segment of segments) {
    const isSecond = segment.text === ' ' && /[ \n]$/.test(kept.at(-1)?.text ?? '');
    if (!isSecond) kept.push(segment);
  }
  return kept;
}

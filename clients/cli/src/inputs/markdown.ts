import { decodeHTML } from 'entities';
import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import {
  type Block,
  blockOf,
  type Comment,
  cut,
  replaced,
  type Segment,
  type Source,
  verbatim,
} from '../domain/copy.ts';
import { joinBlocks, rangeIn } from '../domain/judged-texts.ts';
import { readFrontMatter } from './front-matter.ts';
import { readHtmlFragment } from './html.ts';

type Event = ReturnType<typeof postprocess>[number];
type Token = Event[1];

/** Tokens that hold the words of one block. */
const blocks: Readonly<Record<string, Block['kind']>> = {
  paragraph: 'text',
  atxHeadingText: 'heading',
  setextHeadingText: 'heading',
  tableContent: 'text',
  // Seen beside their block: what stands for a picture, and what is shown over a link.
  image: 'text',
  resourceTitleString: 'text',
};
/** Tokens in which nothing is copy: code, addresses, names of references, data about the page. */
const unseen = new Set<string>([
  ...['codeFenced', 'codeIndented', 'toml', 'definition', 'resourceDestination', 'reference'],
  ...['taskListCheck', 'gfmFootnoteCall', 'gfmFootnoteDefinitionLabel', 'tableDelimiterRow'],
]);
/** Tokens whose characters stand in the file as a reader sees them; links are seen where they are written out. */
const words = new Set<string>([
  ...['data', 'codeTextData', 'autolinkProtocol', 'autolinkEmail'],
  ...['literalAutolinkHttp', 'literalAutolinkWww', 'literalAutolinkEmail'],
]);

/** A block that is being read, and those that are to follow it. */
interface OpenBlock {
  readonly kind: Block['kind'];
  readonly token: Token;
  readonly segments: Segment[];
  readonly after: Block[];
}

/** State of a walk through a document. */
interface Walk {
  readonly file: string;
  readonly blocks: Block[];
  readonly comments: Comment[];
  readonly open: OpenBlock[];
  /** The HTML block that is being read. */
  html: Segment[] | null;
  /** The token within which nothing is seen. */
  hidden: Token | null;
  /** Whether the line that ends next ends as it is written. */
  isHardBreak: boolean;
}

/** Reads what a reader of a Markdown document (CommonMark and GitHub's tables, links and lists) sees, and its comments. */
export function readMarkdown(file: string): Source {
  const walk: Walk = {
    file,
    blocks: [],
    comments: [],
    open: [],
    html: null,
    hidden: null,
    isHardBreak: false,
  };
  const extensions = [gfm(), frontmatter(['yaml', 'toml'])];
  const events = parse({ extensions })
    .document()
    .write(preprocess()(file, undefined, true));
  for (const event of postprocess(events)) follow(event, walk);
  return { documents: [{ name: null, blocks: walk.blocks }], comments: walk.comments };
}

function follow([side, token]: Event, walk: Walk): void {
  if (walk.hidden !== null) {
    if (side === 'exit' && token === walk.hidden) walk.hidden = null;
  } else if (side === 'exit') {
    leave(token, walk);
  } else if (unseen.has(token.type)) {
    walk.hidden = token;
  } else {
    enter(token, walk);
  }
}

function enter(token: Token, walk: Walk): void {
  const { file } = walk;
  const [start, end] = [token.start.offset, token.end.offset];
  // Those of extensions are not in its type.
  const type: string = token.type;
  const kind = blocks[type];
  const segments = walk.html ?? walk.open.at(-1)?.segments;
  if (kind !== undefined) walk.open.push({ kind, token, segments: [], after: [] });
  else if (type === 'yaml') addFrontMatter(start, end, walk);
  else if (type === 'htmlFlow') walk.html = [];
  else if (type === 'htmlFlowData') segments?.push(verbatim(file, start, end));
  else if (type === 'htmlText') addInlineHtml(start, end, walk);
  else if (words.has(type)) segments?.push(verbatim(file, start, end));
  else if (type === 'characterEscape') segments?.push(replaced(file.slice(start + 1, end), start, end));
  else if (type === 'characterReference')
    segments?.push(replaced(decodeHTML(file.slice(start, end)), start, end));
  else if (type.startsWith('hardBreak')) walk.isHardBreak = true;
  else if (type === 'lineEnding') {
    // A wrapped line goes on; one within HTML is left to its parser.
    const isAsWritten = walk.html !== null || walk.isHardBreak;
    segments?.push(replaced(isAsWritten ? '\n' : ' ', start, end));
    walk.isHardBreak = false;
  }
}

function leave(token: Token, walk: Walk): void {
  const open = walk.open.at(-1);
  if (token.type === 'htmlFlow' && walk.html !== null) {
    addHtml(walk.html, walk.blocks, walk);
    walk.html = null;
  } else if (open?.token === token) {
    walk.open.pop();
    const read = [...blockOf(open.kind, open.segments), ...open.after];
    (walk.open.at(-1)?.after ?? walk.blocks).push(...read);
  }
}

/** Front matter, with its fences of three characters and the ends of their lines. */
function addFrontMatter(start: number, end: number, { file, blocks }: Walk): void {
  const from = file.indexOf('\n', start) + 1;
  const to = file.lastIndexOf('\n', end - 1);
  if (from > 0 && from < to) blocks.push(...readFrontMatter(file, from, to));
}

/** A tag within a line: only a line break, a comment and what stands in attributes are seen of it. */
function addInlineHtml(start: number, end: number, walk: Walk): void {
  const open = walk.open.at(-1);
  if (!open) return;
  if (/^<br\b/i.test(walk.file.slice(start, end))) open.segments.push(replaced('\n', start, end));
  else addHtml([verbatim(walk.file, start, end)], open.after, walk);
}

/** Adds what is seen of HTML, whose lines may stand behind the marks of a list or a quotation. */
function addHtml(written: readonly Segment[], blocks: Block[], walk: Walk): void {
  const outer = joinBlocks([{ kind: 'text', segments: written }]);
  const { documents, comments } = readHtmlFragment(outer.text);
  for (const block of documents.flatMap((document) => document.blocks)) {
    blocks.push({ ...block, segments: block.segments.flatMap((segment) => placed(segment)) });
  }
  for (const { text, start, end } of comments) walk.comments.push({ text, ...rangeIn(outer, start, end) });

  function placed(segment: Segment): Segment[] {
    const range = rangeIn(outer, segment.start, segment.end);
    if (!segment.verbatim) return [{ ...segment, ...range }];
    return outer.segments.flatMap((one) => {
      const from = Math.max(segment.start, one.at);
      const to = Math.min(segment.end, one.at + one.text.length);
      return from < to ? [cut(one, from - one.at, to - one.at)] : [];
    });
  }
}

import type { FoldTable } from '../folding/fold-table.ts';
import { type Gap, gapCount, gapHash, readGap, unitEnd } from '../folding/gap.ts';
import { ALPHABETIC, BASE_MASK, GAP_SPACE, GAP_VISIBLE, KIND_MASK } from '../folding/kinds.ts';
import type { Stream } from '../folding/stream.ts';

const SMALL_A = 0x61;
const SMALL_I = 0x69;

/**
 * Returns whether letters drawn apart go on beyond a match: `s e c u r e` and `c u r e d` are not `cure`.
 * A neighbour goes on with the row when it stands alone too, behind a gap like those inside the match; `a`
 * and `I` may be words of their own.
 *
 * @param edge index in the stream of the first or last unit of the match
 * @param outward -1 from the first unit, 1 from the last
 * @param inside index of the unit before the gap next to that unit, within the match
 */
export function goesOn(
  stream: Stream,
  text: string,
  edge: number,
  outward: 1 | -1,
  inside: number,
  table: FoldTable,
): boolean {
  const outside = edge + outward;
  if (outside < 0 || outside >= stream.length) return false;
  const code = stream.codes[outside] as number;
  const unit = code & BASE_MASK;
  if ((code & KIND_MASK) !== ALPHABETIC || unit === SMALL_A || unit === SMALL_I) return false;
  const inner = gapAfter(stream, text, inside, table);
  const outer = gapAfter(stream, text, Math.min(edge, outside), table);
  if (!isLike(outer, inner)) return false;
  const beyond = outside + outward;
  if (beyond < 0 || beyond >= stream.length) return true;
  const far = gapAfter(stream, text, Math.min(outside, beyond), table);
  return isLike(far, inner) || ((far & GAP_VISIBLE) !== 0 && (far & GAP_SPACE) !== 0);
}

/** Returns whether a gap has the same signs and is not wider: a wider one parts words in `e n d s   a n g i n a`. */
function isLike(gap: Gap, inner: Gap): boolean {
  const isSameSort = (gap & GAP_VISIBLE) === (inner & GAP_VISIBLE) && gapHash(gap) === gapHash(inner);
  return isSameSort && gapCount(gap) <= gapCount(inner);
}

function gapAfter(stream: Stream, text: string, unit: number, table: FoldTable): Gap {
  const from = unitEnd(text, stream.places[unit] as number);
  return readGap(text, from, stream.places[unit + 1] as number, table);
}

import type { Box, Region } from '../picture.ts';
import { isContinuedBent, togetherBent } from './join-bent.ts';
import { at } from './line-edges.ts';

/** Parts of a line: by how much their places differ at most, in times of their height. */
const placeMax = 0.25;
/**
 * How far apart they are at most, in times of their height, by how much their heights differ: a word without ascenders is
 * lower than the one beside it (`a prescription`), a price is larger than what stands before it.
 */
const gapMax = [
  { difference: 0.2, gap: 0.6 },
  { difference: 0.75, gap: 0.5 },
] as const;
/** The height of a straight line, in times of that of its box. */
const straightMin = 0.6;
const angleMax = (4 * Math.PI) / 180;
/** A box that is shorter, in times of its height, is turned by the shapes of its letters. */
const lengthMin = 2.5;
const shortAngleMax = (10 * Math.PI) / 180;

/**
 * Joins regions that are parts of one line: the detector takes a wide space for the end of a line. Lines that are bent or
 * seen from the side are joined along their edges, those that are read downwards as if they lay.
 * @param isApart tells of two regions whether they are known not to be one line
 * @returns the regions, the largest ones first
 */
export function joinRegions(regions: readonly Region[], isApart: IsApart = () => false): readonly Region[] {
  const [columns, lying] = [regions.filter(isColumn), regions.filter((region) => !isColumn(region))];
  return [...joinAlong(lying, isApart), ...joinAlong(columns.map(laid), isApart).map(stood)].sort(
    (a, b) => b.box.width * b.box.height - a.box.width * a.box.height,
  );
}

type IsApart = (a: Region, b: Region) => boolean;

function joinAlong(regions: readonly Region[], isApart: IsApart): readonly Region[] {
  const joined: Region[] = [];
  for (const region of [...regions].sort((a, b) => startOf(a) - startOf(b))) {
    const place = joined.findIndex(
      (other) => (isContinued(other, region) || isContinuedBent(other, region)) && !isApart(other, region),
    );
    const before = joined[place];
    if (before)
      joined[place] = isContinued(before, region) ? together(before, region) : togetherBent(before, region);
    else joined.push(region);
  }
  return joined;
}

/** Returns how far along it a line begins, in whole quarters of a turn. */
const startOf = ({ box }: Region): number => (Math.abs(box.angle) > Math.PI / 4 ? box.y : box.x);

const isColumn = ({ box }: Region): boolean => box.height > 1.5 * box.width;
/** Returns a column as a line that is turned by a quarter. */
const laid = ({ box }: Region): Region => ({
  box: { ...box, width: box.height, height: box.width, angle: box.angle + Math.PI / 2 },
  edges: null,
});
/** Returns a line that is turned by a quarter as a column. */
const stood = ({ box }: Region): Region => ({
  box: { ...box, width: box.height, height: box.width, angle: box.angle - Math.PI / 2 },
  edges: null,
});

/** Tells whether a line goes on with another region to its right. */
function isContinued(before: Region, after: Region): boolean {
  if (!isStraight(before) || !isStraight(after)) return false;
  const [a, b]: readonly [Box, Box] = [before.box, after.box];
  const height = Math.min(a.height, b.height);
  const difference = Math.abs(a.height - b.height) / height;
  const max = gapMax.find((one) => difference <= one.difference);
  const isShort = [a, b].some(({ width, height }) => width < lengthMin * height);
  if (!max || Math.abs(a.angle - b.angle) > (isShort ? shortAngleMax : angleMax)) return false;
  const { angle } = a.width >= b.width ? a : b;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const gap = dx * cos + dy * sin - (a.width + b.width) / 2;
  const isLevel = Math.abs(dy * cos - dx * sin) <= placeMax * height;
  return isLevel && gap <= max.gap * height && gap >= -height;
}

/** Tells whether a line lies, and nearly fills its box. */
function isStraight({ box, edges }: Region): boolean {
  if (!edges) return true;
  const ends = [-box.width / 2, 0, box.width / 2];
  const [top, bottom] = [
    ends.map((along) => at(edges.top, along)),
    ends.map((along) => at(edges.bottom, along)),
  ];
  const heights = bottom.map((value, index) => value - (top[index] ?? 0));
  return Math.min(...heights) > straightMin * box.height;
}

/** Returns the box around both, turned as the wider one is. */
function together({ box: a }: Region, { box: b }: Region): Region {
  const { angle } = a.width >= b.width ? a : b;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const places = [a, b].map((box) => ({
    box,
    along: box.x * cos + box.y * sin,
    down: box.y * cos - box.x * sin,
  }));
  const left = Math.min(...places.map(({ box, along }) => along - box.width / 2));
  const right = Math.max(...places.map(({ box, along }) => along + box.width / 2));
  const top = Math.min(...places.map(({ box, down }) => down - box.height / 2));
  const bottom = Math.max(...places.map(({ box, down }) => down + box.height / 2));
  const [along, down] = [(left + right) / 2, (top + bottom) / 2];
  const [x, y] = [along * cos - down * sin, along * sin + down * cos];
  return { box: { x, y, width: right - left, height: bottom - top, angle }, edges: null };
}

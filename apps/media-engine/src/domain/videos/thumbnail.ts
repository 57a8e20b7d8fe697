/** A frame made small and grey: one byte for each cell, in rows. All frames of a video fit into memory. */
export type Thumbnail = Uint8Array;

export const thumbnailSize = { width: 96, height: 54 } as const;
export const thumbnailBytes = thumbnailSize.width * thumbnailSize.height;

/** A cell has changed if its grey differs by so many of 256 levels: compression changes a still picture by less than ten. */
const levelMin = 16;
/** Changed cells that make a frame distinct: one digit, 40 pixels high in a picture of 720, covers four. */
const cellsMin = 3;

/** Tells whether two frames are equal except for noise. */
function isAlike(a: Thumbnail, b: Thumbnail): boolean {
  let changed = 0;
  for (let cell = 0; cell < thumbnailBytes; cell++) {
    if (Math.abs((a[cell] ?? 0) - (b[cell] ?? 0)) >= levelMin && ++changed >= cellsMin) return false;
  }
  return true;
}

/** Earlier distinct frames that a frame is compared with: pictures return after a cut, but seldom after many. */
const comparedMax = 30;

/**
 * Finds the frames that differ from each of the last thirty distinct ones before them. A frame is compared with distinct
 * frames only, so that a slow change becomes distinct in the end.
 * @returns their indices, in order, and for each frame which of them it is or looks like, the latest one
 */
export function distinctFrames(thumbnails: readonly Thumbnail[]): {
  readonly distinct: readonly number[];
  readonly shown: readonly number[];
} {
  const distinct: number[] = [];
  const shown = thumbnails.map((thumbnail, place) => {
    const first = Math.max(0, distinct.length - comparedMax);
    for (let known = distinct.length - 1; known >= first; known--)
      if (isAlike(thumbnail, thumbnails[distinct[known] ?? place] ?? thumbnail)) return known;
    return distinct.push(place) - 1;
  });
  return { distinct, shown };
}

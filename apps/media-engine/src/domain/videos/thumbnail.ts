/** A frame made small and grey: one byte for each cell, in rows. Small enough to keep for all frames of a video. */
export type Thumbnail = Uint8Array;

export const thumbnailSize = { width: 96, height: 54 } as const;
export const thumbnailBytes = thumbnailSize.width * thumbnailSize.height;

/** A cell has changed when its grey has by so many of 256 levels: compression moves a still picture's by less than ten. */
const levelMin = 16;
/** So many changed cells make another picture: one digit, 40 pixels high in a picture of 720, covers four. */
const cellsMin = 3;

/** Whether two frames show the same, but for noise. */
function isAlike(a: Thumbnail, b: Thumbnail): boolean {
  let changed = 0;
  for (let cell = 0; cell < thumbnailBytes; cell++) {
    if (Math.abs((a[cell] ?? 0) - (b[cell] ?? 0)) >= levelMin && ++changed >= cellsMin) return false;
  }
  return true;
}

/** A frame is compared with so many distinct ones before it: pictures come back after a cut, but seldom after many. */
const comparedMax = 30;

/**
 * Says which frames show something that no earlier one of the last thirty distinct ones showed. A frame is compared with
 * distinct frames only, so that what changes slowly is distinct in the end.
 * @returns their places, in order
 */
export function distinctFrames(thumbnails: readonly Thumbnail[]): readonly number[] {
  const distinct: number[] = [];
  for (const [place, thumbnail] of thumbnails.entries()) {
    const earlier = distinct.slice(-comparedMax);
    const isKnown = earlier.some((other) => isAlike(thumbnail, thumbnails[other] ?? thumbnail));
    if (!isKnown) distinct.push(place);
  }
  return distinct;
}

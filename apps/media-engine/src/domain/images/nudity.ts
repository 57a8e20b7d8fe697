/** What the pack of a site calls it, see the detectors of the text engine's packs. */
export const nudityLabel = 'nudity-suspected';

/**
 * The classifier's two kinds of pornography, together at least. It was trained on photographs and drawings from forums,
 * takes skin-coloured things for skin at times, and so only ever asks for a second look.
 */
const suspicionMin = 0.8;

/** Whether a picture looks like pornography. @param scores probabilities, 0 to 1 */
export const isSuspected = ({ porn, hentai }: { readonly porn: number; readonly hentai: number }): boolean =>
  porn + hentai >= suspicionMin;

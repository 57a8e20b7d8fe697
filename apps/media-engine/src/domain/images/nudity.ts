/** The label of suspected nudity in the packs (`detectors.yaml`). */
export const nudityLabel = 'nudity-suspected';

/**
 * The least sum of the classifier's two kinds of pornography. It was trained on photographs and drawings from forums, and
 * sometimes takes skin-coloured things for skin, so it only ever asks for a review.
 */
const suspicionMin = 0.8;

/** Tells whether an image looks like pornography. @param scores probabilities, 0 to 1 */
export const isNuditySuspected = ({
  porn,
  hentai,
}: {
  readonly porn: number;
  readonly hentai: number;
}): boolean => porn + hentai >= suspicionMin;

/** Limits of the files and bytes that an account may store at one time. */
export interface UploadQuota {
  readonly filesMax: number;
  readonly bytesMax: number;
}

export interface Stored {
  readonly files: number;
  readonly bytes: number;
}

/** Counts of the files and bytes that an account stores. */
export interface UploadUsage extends Stored {
  /** Files and bytes that forms posted to the store directly may still bring. */
  readonly direct: Stored;
}

/** Tells whether what is stored or reserved keeps to the quota. */
export const isWithin = ({ filesMax, bytesMax }: UploadQuota, { files, bytes }: Stored): boolean =>
  files <= filesMax && bytes <= bytesMax;

/** Tells whether not even an empty file fits any more. */
export const isFull = ({ filesMax, bytesMax }: UploadQuota, { files, bytes }: Stored): boolean =>
  files >= filesMax || bytes >= bytesMax;

/** Returns what the account stores if everything comes that may still come. */
export const withDirect = ({ files, bytes, direct }: UploadUsage): Stored => ({
  files: files + direct.files,
  bytes: bytes + direct.bytes,
});

const gibibyte = 2 ** 30;

/** Returns the sentence for a client whose account is full. */
export const quotaSentence = ({ filesMax, bytesMax }: UploadQuota): string =>
  `an account stores at most ${filesMax} files and ${Math.floor((bytesMax / gibibyte) * 10) / 10} GiB at one time; delete checks whose files are not needed any more, or wait until older files expire`;

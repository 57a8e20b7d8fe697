import { Transform } from 'node:stream';

/** Passes bytes on and counts them; past `maxBytes` it fails with what `fault` gives. */
export function counted(maxBytes: number, fault: () => Error) {
  let bytes = 0;
  const pass = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(fault());
      else done(null, chunk);
    },
  });
  return { pass, bytes: () => bytes };
}

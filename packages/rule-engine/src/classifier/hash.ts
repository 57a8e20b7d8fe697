/**
 * Hashes a string by FNV-1a (Fowler, Noll, Vo) over UTF-16 units: 32 bits, unsigned.
 * @param seed makes the hashes of different kinds of features differ
 */
export function hashString(text: string, seed = 0): number {
  return hashRange(text, 0, text.length, seed);
}

/** Hashes a part of a string: units from `from` to before `to`. */
export function hashRange(text: string, from: number, to: number, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash, 0);
}

/** Joins two hashes into one; the order matters. The finalizer of MurmurHash3 (Appleby). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) + b;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

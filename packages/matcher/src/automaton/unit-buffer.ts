/** Below this many units, a call into the runtime costs more than it saves. */
const CALL_MIN = 48;

export interface UnitBuffer {
  readonly units: Uint16Array;
  /** Puts the units of a text from `from` on at the start of `units`; gives how many there were. */
  read(text: string, from: number): number;
}

/**
 * Texts are read from a typed array: copying a slice costs a twentieth of a nanosecond a unit, and every
 * `charCodeAt` of a string asks anew how the string is kept (in one byte or two, as part of another, joined).
 */
export function createUnitBuffer(capacity: number): UnitBuffer {
  const units = new Uint16Array(capacity);
  const bytes = Buffer.from(units.buffer);
  return {
    units,
    read(text, from) {
      const count = Math.min(capacity, text.length - from);
      if (count < CALL_MIN) {
        for (let i = 0; i < count; i++) units[i] = text.charCodeAt(from + i);
        return count;
      }
      bytes.write(count === text.length ? text : text.slice(from, from + count), 'utf16le');
      return count;
    },
  };
}

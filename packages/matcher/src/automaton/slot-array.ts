import { BASE_SHIFT, HAS_FAIL, HAS_OUT, IS_KEPT } from './state-layout.ts';

const FREE = -1;
/** Places tried for a state with several children before the array is made longer. */
const TRIES_MAX = 48;

/** The double array while it is filled, by slot; free slots are linked through an array of their own. */
export class SlotArray {
  private base: Int32Array;
  private owner: Int32Array;
  private fail: Int32Array;
  private link: Int32Array;
  private kept: Uint8Array;
  private out: Int32Array;
  private nextFree: Int32Array;
  private slots: number;
  private holesFrom = 1;
  private familiesFrom = 1;
  private used = 0;
  private readonly classCount: number;

  constructor(states: number, classCount: number) {
    this.classCount = classCount;
    this.slots = states + classCount + 1024;
    this.base = new Int32Array(this.slots);
    this.owner = new Int32Array(this.slots);
    this.fail = new Int32Array(this.slots);
    this.link = new Int32Array(this.slots);
    this.kept = new Uint8Array(this.slots);
    this.out = new Int32Array(this.slots);
    this.nextFree = new Int32Array(this.slots);
    this.addFree(0, this.slots);
  }

  private addFree(from: number, to: number): void {
    this.owner.fill(FREE, from, to);
    for (let slot = from; slot < to; slot++) this.nextFree[slot] = slot + 1;
  }

  private isFree(slot: number): boolean {
    return this.owner[slot] === FREE;
  }

  /** First free slot from `slot` on, with the links shortened on the way. */
  private freeFrom(slot: number): number {
    let found = slot;
    while (found < this.slots && !this.isFree(found)) found = this.nextFree[found] as number;
    let walked = slot;
    while (walked < found) {
      const next = this.nextFree[walked] as number;
      this.nextFree[walked] = found;
      walked = next;
    }
    return found;
  }

  /**
   * A base at which every child's slot is free. Only children fill the holes in order, so that the states of
   * one ending lie side by side. Families are looked for from where the last one was put: the crowded start
   * is not searched again and again.
   */
  findBase(children: Int32Array, count: number, label: Uint16Array): number {
    let lowest = label[children[0] as number] as number;
    for (let i = 1; i < count; i++) lowest = Math.min(lowest, label[children[i] as number] as number);
    if (count === 1) {
      this.holesFrom = this.freeFrom(this.holesFrom);
      const hole = this.freeFrom(Math.max(this.holesFrom, lowest + 1));
      this.reserve(hole + this.classCount + 1);
      return hole - lowest;
    }
    let slot = this.freeFrom(Math.max(this.familiesFrom, lowest + 1));
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      this.reserve(slot + this.classCount + 1);
      if (this.fits(slot - lowest, children, count, label)) break;
      slot = tries === TRIES_MAX - 1 ? this.used + 1 : this.freeFrom(slot + 1);
    }
    this.reserve(slot + this.classCount + 1);
    this.familiesFrom = slot;
    return slot - lowest;
  }

  private fits(base: number, children: Int32Array, count: number, label: Uint16Array): boolean {
    for (let i = 0; i < count; i++) {
      if (!this.isFree(base + (label[children[i] as number] as number))) return false;
    }
    return true;
  }

  private reserve(slots: number): void {
    if (slots < this.slots) return;
    const grown = Math.max(slots + 1, Math.ceil(this.slots * 1.3));
    this.base = enlarged(this.base, grown);
    this.owner = enlarged(this.owner, grown);
    this.fail = enlarged(this.fail, grown);
    this.link = enlarged(this.link, grown);
    this.kept = enlarged(this.kept, grown);
    this.out = enlarged(this.out, grown);
    this.nextFree = enlarged(this.nextFree, grown);
    this.addFree(this.slots, grown);
    this.slots = grown;
  }

  take(slot: number, owner: number): void {
    this.owner[slot] = owner;
    this.used = Math.max(this.used, slot);
  }

  setBase(slot: number, base: number): void {
    this.base[slot] = base;
  }

  setKept(slot: number): void {
    this.kept[slot] = 1;
  }

  /** The search follows a link to a state that is kept, or else the next one from there. */
  setFail(slot: number, fail: number): void {
    this.fail[slot] = fail;
    this.link[slot] = this.kept[fail] === 1 ? fail : (this.link[fail] as number);
  }

  setOut(slot: number, entry: number): void {
    this.out[slot] = entry;
  }

  failOf(slot: number): number {
    return this.fail[slot] as number;
  }

  outOf(slot: number): number {
    return this.out[slot] as number;
  }

  /** Returns the next state by a class, over the state's suffixes if needed. */
  step(from: number, label: number): number {
    for (let slot = from; ; slot = this.fail[slot] as number) {
      const next = (this.base[slot] as number) + label;
      if (this.owner[next] === slot) return next;
      if (slot === 0) return 0;
    }
  }

  /** The arrays of state-layout.ts, long enough that no step from any state leaves them. */
  finish(): { states: Int32Array; links: Int32Array } {
    const count = this.used + this.classCount + 2;
    const states = new Int32Array(count * 2);
    const links = new Int32Array(count * 2);
    for (let slot = 0; slot < count; slot++) {
      const owner = this.owner[slot] as number;
      const out = this.out[slot] as number;
      const link = this.link[slot] as number;
      const flags =
        (out === 0 ? 0 : HAS_OUT) | (link === 0 ? 0 : HAS_FAIL) | (this.kept[slot] === 0 ? 0 : IS_KEPT);
      states[slot * 2] = (((this.base[slot] as number) * 2) << BASE_SHIFT) | flags;
      states[slot * 2 + 1] = owner === FREE ? FREE : owner * 2;
      links[slot * 2] = link * 2;
      links[slot * 2 + 1] = out;
    }
    return { states, links };
  }
}

function enlarged<T extends Int32Array | Uint8Array>(array: T, length: number): T {
  const next = new (array.constructor as new (length: number) => T)(length);
  next.set(array);
  return next;
}

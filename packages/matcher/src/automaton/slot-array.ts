import { BASE, FAIL, OUT, OWNER } from './state-layout.ts';

const FREE = -1;
/** Places tried for a state with several children before the array is made longer. */
const TRIES_MAX = 48;

/** The double array while it is filled; free slots are kept in a ring linked through two arrays. */
export class SlotArray {
  private data: Int32Array;
  private nextFree: Int32Array;
  private slots: number;
  private holesFrom = 1;
  private familiesFrom = 1;
  private used = 0;
  private readonly classCount: number;

  constructor(states: number, classCount: number) {
    this.classCount = classCount;
    this.slots = states + classCount + 1024;
    this.data = new Int32Array(this.slots * 4);
    this.nextFree = new Int32Array(this.slots);
    this.addFree(0, this.slots);
  }

  private addFree(from: number, to: number): void {
    for (let slot = from; slot < to; slot++) {
      this.data[slot * 4 + OWNER] = FREE;
      this.nextFree[slot] = slot + 1;
    }
  }

  private isFree(slot: number): boolean {
    return this.data[slot * 4 + OWNER] === FREE;
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
    const data = new Int32Array(grown * 4);
    data.set(this.data);
    const nextFree = new Int32Array(grown);
    nextFree.set(this.nextFree);
    this.data = data;
    this.nextFree = nextFree;
    this.addFree(this.slots, grown);
    this.slots = grown;
  }

  take(slot: number, owner: number): void {
    this.data[slot * 4 + OWNER] = owner * 4;
    this.used = Math.max(this.used, slot);
  }

  setBase(slot: number, base: number): void {
    this.data[slot * 4 + BASE] = base * 4;
  }

  setFail(slot: number, fail: number): void {
    this.data[slot * 4 + FAIL] = fail * 4;
  }

  setOut(slot: number, entry: number): void {
    this.data[slot * 4 + OUT] = entry;
  }

  failOf(slot: number): number {
    return (this.data[slot * 4 + FAIL] as number) / 4;
  }

  cutFailsToDepthOne(): void {
    for (let state = 0; state <= this.used * 4; state += 4) {
      const fail = this.data[state + FAIL] as number;
      if (fail !== 0 && this.data[fail + OWNER] === 0) this.data[state + FAIL] = 0;
    }
  }

  outOf(slot: number): number {
    return this.data[slot * 4 + OUT] as number;
  }

  /** Where a state goes by a class, over its suffixes if need be. */
  step(from: number, label: number): number {
    let state = from * 4;
    for (;;) {
      const next = (this.data[state + BASE] as number) + label * 4;
      if (this.data[next + OWNER] === state) return next / 4;
      if (state === 0) return 0;
      state = this.data[state + FAIL] as number;
    }
  }

  /** The array without its unused end, but long enough that no step from any state leaves it. */
  finish(): Int32Array {
    return this.data.slice(0, (this.used + this.classCount + 2) * 4);
  }
}

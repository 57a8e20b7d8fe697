// Loaded before a service (`node --import`): its clock is ahead by DRILL_CLOCK_SHIFT_MS, or behind. Clocks of timers are
// another one, as on a machine whose time is wrong.
const shiftMs = Number(process.env.DRILL_CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};

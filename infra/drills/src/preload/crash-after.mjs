// Loaded before a service (`node --import`): it ends with an error DRILL_CRASH_AFTER_MS after its start, as a bad release may.
setTimeout(() => {
  throw new Error('this release is bad');
}, Number(process.env.DRILL_CRASH_AFTER_MS)).unref();

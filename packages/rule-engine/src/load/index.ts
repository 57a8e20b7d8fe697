export { checkPackFiles } from './check-pack-files.ts';
export {
  isCompiled,
  keepCompiled,
  loadCompiledNotices,
  loadCompiledPack,
  type PacksPlace,
} from './compiled-packs.ts';
export { type NativeCalls, nativeCaller, newNativeCalls, stopNativeCalls } from './native-calls.ts';
export { loadNotices, noticesHashOf, readNotices } from './notice-files.ts';
export {
  type LoadedPack,
  loadPack,
  loadPackWithExamples,
  type PackWithExamples,
  readPack,
} from './pack-files.ts';
export { loadReader } from './reader-files.ts';
export { NoReaderError, openReaderRuntime, type ReaderMode } from './reader-runtime.ts';
export { describeFault, PackError, parseSource } from './yaml-source.ts';

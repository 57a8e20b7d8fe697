export { canMakeMedia, makePicture, makeVideo } from './media/make-media.ts';
export { type UploadedFile, uploadFile } from './media/upload-file.ts';
export { type RunningMain, runMain } from './process/run-main.ts';
export { openServiceProcess, type ServiceProcess } from './process/service-process.ts';
export { itRunsAsAProcess, type ServiceProcessSuite } from './process/service-process-suite.ts';
export * from './servers.ts';
export { openTestBed, type TestBed } from './test-bed.ts';
export { mediaProgramsMissing, startTestNats, startTestPgBouncer, testServers } from './test-servers.ts';

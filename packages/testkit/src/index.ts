export { canMakeMedia, makePicture, makeVideo } from './media/make-media.ts';
export { type UploadedFile, uploadFile } from './media/upload-file.ts';
export { runMain } from './process/run-main.ts';
export * from './servers.ts';
export { mediaProgramsMissing, testServers } from './test-servers.ts';

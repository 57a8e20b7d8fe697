export * as id from './id.rows.ts';
export * as main from './main.rows.ts';

export { mixedLines, picturePlace } from './mixed-lines.ts';
export { noises } from './ocr-noise.ts';
export { unseen } from './unseen.rows.ts';

export * as us from './us.rows.ts';

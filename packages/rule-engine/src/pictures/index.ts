export { evaluatePicture } from './evaluate-picture.ts';

export { type Box, cornersOf, type Picture, type Point, type Rectangle } from './picture.ts';
export {
  openTextRecognizer,
  type ReadText,
  type RecognizerOptions,
  type TextLine,
  type TextRecognizer,
} from './text-recognizer.ts';

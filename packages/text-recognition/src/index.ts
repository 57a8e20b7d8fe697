export { type Box, cornersOf, type Picture, type Point } from './picture.ts';
export {
  openTextRecognizer,
  type ReadText,
  type RecognizerOptions,
  type TextLine,
  type TextRecognizer,
} from './text-recognizer.ts';

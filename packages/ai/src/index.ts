export { createChat } from './chat/chat.ts';
export { type Confirm, createConfirm } from './confirm.ts';
export type { EndpointOptions } from './endpoint/guard.ts';
export { ModelFault, type ModelFaultKind } from './endpoint/model-fault.ts';
export { createLook, type Look, type LookQuestion } from './look.ts';
export { createReview, type Review, type ReviewQuestion } from './review.ts';
export { createRewrite, type Rewrite } from './rewrite.ts';
export { createTranscribe, type Transcribe, type TranscribeQuestion } from './transcribe/transcribe.ts';
export type { SpokenSegment, SpokenText } from './transcribe/wire.ts';

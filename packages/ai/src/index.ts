export { type ChatOptions, createChat } from './chat/chat.ts';
export { ModelFault, type ModelFaultKind } from './chat/model-fault.ts';
export { type Confirm, createConfirm } from './confirm.ts';
export { createReview, type Review, type ReviewQuestion } from './review.ts';
export { createRewrite, type Rewrite } from './rewrite.ts';

export { checkNoticeExamples } from './check-examples.ts';
export { type Notices, noticesOf } from './find-notices.ts';
export { type Confirm, type NoticeQuestion, partsOf } from './named-industries.ts';
export { noticeBookOf } from './notice-book.ts';
export { silentIndustries } from './schema.ts';

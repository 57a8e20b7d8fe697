export { noticeTexts } from './notices.rows.ts';

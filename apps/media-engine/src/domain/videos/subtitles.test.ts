import { expect, it } from 'vitest';
import { readSubtitles } from './subtitles.ts';

const srt = `1
00:00:00,500 --> 00:00:03,500
<font face="Arial">This tea</font> is
<i>fresh.</i>

2
00:00:03,500 --> 00:00:04,000
{\\an8}This tea is fresh.

3
01:00:10,500 --> 01:00:13,250 X1:1 X2:2
一周瘦十斤

4
00:00:09,000 --> 00:00:08,000
Backwards.

5
00:00:14,000 --> 00:00:15,000

6
00:00:16,000 --> 00:00:17,000
The end.`;

it('reads the words of subtitles with their times, each once, without what says how they look', () => {
  expect(readSubtitles(srt)).toEqual([
    { startSeconds: 0.5, endSeconds: 3.5, text: 'This tea is fresh.' },
    { startSeconds: 3610.5, endSeconds: 3613.25, text: '一周瘦十斤' },
    { startSeconds: 16, endSeconds: 17, text: 'The end.' },
  ]);
  expect(readSubtitles(srt.replaceAll('\n', '\r\n'))).toHaveLength(3);
  expect(readSubtitles('')).toEqual([]);
});

import { expect, it } from 'vitest';
import { guessSite } from './guess-site.ts';

it.each([
  ['us', 'This program is made for people who want to keep a diary of their garden.'],
  ['id', 'Perangkat lunak ini dapat digunakan untuk menyimpan catatan harian yang ditulis oleh siswa.'],
  ['main', '这个软件可以用来记录每天的开支，还能导出为表格。'],
  [null, '這個軟體可以用來記錄每天的開支，還能匯出為表格。'],
  [null, 'このソフトウェアは毎日の支出を記録します。'],
  [null, 'Dieses Programm ist für alle gedacht, die ein Tagebuch führen wollen.'],
  [null, 'Příručka ke správě systému, určená pro správce systému.'],
  [null, 'v1.2.3 x86_64'],
])('a text is of site %s by its language', (site, text) => {
  expect(guessSite(text)).toBe(site);
});

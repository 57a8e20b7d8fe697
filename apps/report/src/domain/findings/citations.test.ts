import { describe, expect, it } from 'vitest';
import { byCitation, citationsIn } from './citations.ts';

describe('laws in a sentence', () => {
  it.each([
    ['违反《广告法》第九条第（八）项关于赌博内容的禁止性规定。', ['《广告法》第九条第（八）项']],
    ['违反《广告法》第四条、第二十八条，属于虚假广告。', ['《广告法》第四条', '《广告法》第二十八条']],
    [
      '违反《广告法》第十六条第一款、《医疗广告管理办法》第七条，不得保证治愈。',
      ['《广告法》第十六条第一款', '《医疗广告管理办法》第七条'],
    ],
    [
      '违反《网络信息内容生态治理规定》第七条第（四）项、第（七）项，不得含有低俗内容。',
      ['《网络信息内容生态治理规定》第七条第（四）项、第（七）项'],
    ],
    ['违反《网络短视频内容审核标准细则》（2021），不得宣扬拜金。', ['《网络短视频内容审核标准细则》']],
    ['违反平台关于站外导流的禁止性规则。', []],
  ])('%s', (sentence, laws) => {
    expect(citationsIn(sentence)).toEqual(laws);
  });
});

it('laws come before other documents and rules without a name, each by its articles as numbers', () => {
  const sorted = [
    '《中华人民共和国广告法》第九条第（三）项',
    '《中华人民共和国广告法》第十七条',
    '《中华人民共和国广告法》第二十八条',
    '《互联网广告管理办法》第九条',
    '平台规则（标题党）',
  ];
  expect(sorted.toReversed().toSorted(byCitation)).toEqual(sorted);
});

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/main', import.meta.url))));

function violationsIn(text: string): string[] {
  const { findings } = evaluate(text, engine, {
    platform: 'lifestyle_community',
    industryVertical: 'general',
    productVertical: 'creator',
    sceneMode: 'content',
  });
  return findings.filter(({ kind }) => kind === 'violation').map(({ source }) => source);
}

describe('the reviewer trained on Chinese copy', () => {
  it('hears a promise in words that no rule holds', () => {
    const text = '缺钱的看过来，跟着张哥做三天，手机点一点，一天四五百轻轻松松，宝妈学生都能干。';
    expect(violationsIn(text)).toContain('model');
  });

  it.each(['你好', '12345', '新品上架', '今天天气很好。'])('flags no greeting: %s', (text) => {
    expect(violationsIn(text)).toEqual([]);
  });

  it.each([
    [
      'copy that rejects what it quotes',
      '有人私信问我，群里说的“喝醋软化血管”是不是真的。不是。醋进了胃就是酸，到不了血管。血脂高的去内科，听大夫的，别在家里试偏方。今天就讲这么多，记得量血压。',
    ],
    [
      'an honest offer',
      '手工编织的竹篮，直径三十厘米，能放十来斤菜。竹子是后山的，晾了半年。一只四十八元，可以自提，也可以发快递，路上压坏了拍照给我，补一只。',
    ],
  ])('leaves %s alone', (_, text) => {
    expect(violationsIn(text)).toEqual([]);
  });
});

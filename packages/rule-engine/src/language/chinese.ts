import { digitMap, type Language, unitMap, wordSet } from './language.ts';
import { pinyinSounds } from './sounds.ts';

/** Every character is a word here: lengths are in characters, and terms stand where they stand, inside others too. */
export const chinese: Language = {
  inflection: {
    verbForms: ['base'],
    verb: (term) => ({ base: [term] }),
    noun: (term) => [term],
    stem: (word) => word,
  },
  numerals: {
    words: wordSet(
      `零 〇 一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两 几 半 廿 壹 贰 叁 肆 伍 陆 柒 捌 玖 拾 佰 仟
      萬 億 兩 幾 貳 參 陸`,
    ),
    wordsMax: 12,
    joiner: null,
    multipliers: wordSet('万 亿 千 百 十 萬 億 k w 余 多 来 餘 來'),
    rangeWords: wordSet('到 至'),
    articles: new Set(),
    qualifiers: wordSet('个 多 来 余 几 整 個 來 餘 幾 大'),
    qualifiersMax: 2,
    units: unitMap({
      money: '元 块 块钱 塊 塊錢 圆 刀 美元 美金 港币 人民币 人民幣 rmb 元钱 毛钱 分钱 米刀 欧元 欧 日元',
      percent: '成 个点 个百分点 百分点',
      duration: `秒 秒钟 秒鐘 分钟 分鐘 刻钟 小时 小時 钟头 鐘頭 天 天天 日 夜 晚 晚上 周 週 星期 礼拜 禮拜 个月 個月 年 载
        疗程 療程 次 回 个疗程 天内 日内 盒 季度`,
      weight: '斤 公斤 千克 kg 磅 市斤',
      length: '厘米 釐米 公分 cm 毫米 mm 米 寸 英寸 尺 尺码 码 腰围',
      area: '平 平米 平方 平方米 亩 坪',
      age: '岁 歲 周岁 岁数',
      discount: '折',
    }),
    unitWordsMax: 4,
    wholes: unitMap({ rank: 'top1 no1' }),
    digitWords: digitMap('零/〇/洞 一/幺/壹 二/贰/两 三/叁 四/肆 五/伍 六/陆 七/柒/拐 八/捌 九/玖'),
    phone: /^(?:86)?1[3-9]\d{9}$/,
    moneyBefore: /(?:[$€£¥￥]|rmb)\s?$/i,
    percentBefore: /百分之$/,
    ordinalBefore: wordSet('第 月'),
    yearUnit: '年',
    ones: wordSet('1 一 壹'),
    rankBefore: wordSet('第 no top'),
    noRankBefore: wordSet(
      `次 步 天 章 节 集 期 季 届 页 课 句 眼 声 口 条 项 款 幕 场 周 年 月 日 批 轮 份 张 滴 遍 回 卷 段 层 排 行 线 类 视 组 局 题
      时间 时 阶段 反应 印象 人称 部分 产业 责任 责 手 季度 个 颗 顿 篇 封 部 笔 根 针 剂 盘 杯 碗 瓶 支 套 间 站 桶 餐 夜 晚
      節 屆 頁 課 聲 條 項 場 輪 張 類 題 時間 階段 個`,
    ),
  },
  sentences: {
    abbreviations: new Set(),
    abbreviationsBeforeNumber: wordSet('no'),
    neverLast: new Set(),
    listMark: /[、/&+]/,
    commaMark: /[,，]/,
  },
  denial: {
    reachMax: 30,
    briefReachMax: 1,
    prefixes: new Set(),
    itemWordsMax: 4,
    colonReachMax: 4,
    crossesComma: false,
    colonLead: /(?:[说称诺传写做卖接含用括有会能为言证荐以许止]|以下|如下|这些|这样)$/,
    isFiniteVerb: () => false,
  },
  textWordsMin: 35,
  reported: { sentenceMax: 60, clauseMin: 8 },
  enclitic: null,
  sounds: pinyinSounds,
  gapMax: 20,
  sloganWordsMax: 24,
  citation: { article: '', reference: '；' },
  connectives: {
    spaced: false,
    coordinator:
      /^(?:而且|并且|以及|或者|还能|还可以|还(?![是有在要原款])|也(?![许是])|又|但是|但|可是|不过|同时|并(?![排列])|更能|更可以)/,
    dependent:
      /^(?:从而|所以|因此|于是|就能|就会|就可以|便能|便可|才能|使(?!用)|促进|达到|避免|防止|实现|并(?![排列])|且|更(?!换)|则|最值|做了|让你|让您|让人|让肌肤|让皮肤|令|以便|否则|不够|要不然|不然|难怪|怪不得|[^，。还]{1,5}也(?![许是]))/,
    leading:
      /^(?:(?:我们|它|其|本[^，]{1,4})?(?:不但|不仅|不光)|如果|若|要是|只要|只有|只需|仅需|当(?!天|日|季|地)|一旦|虽然|尽管|不管|无论|因为|由于|既然|除非|为了|自从|每次|根据|依据|按照|随着|经过|对于|关于|针对|基于|借助|凭借|鉴于)/,
    awaiting:
      /(?:(?:之|以)?后|下来|[年月天日向历]来|(?:的)?时候|的话|以来|(?:用|喝|吃|戴|贴|涂|抹|敷|坚持|练|学|跟|做|持续|连续)[^，。]{0,6}[\d一二三四五六七八九十两半几]+(?:个)?(?:多)?(?:天|日|周|星期|礼拜|月|年|小时|分钟|次|回|晚|疗程|盒|瓶|支)|的(?:人|姐妹|宝子|朋友|兄弟|同学|家人|宝宝|小伙伴)?)$/u,
    subject: null,
    finite: null,
    relative: null,
    sameForm: null,
    pronoun:
      /^(?:[这那](?:是|就|也|不|样|么|些都|都)|它|他|她|其(?!他|它|余|实|中)|此(?!外)|两者|前者|后者|如此|反正|难怪|怪不得|何况|更别说)/u,
    governing: null,
    opening:
      /^(?:而且|并且|但是|但|可是|不过|所以|因此|于是|同时|此外|另外|除此之外|不仅如此|更重要的是|最重要的是|然后|接着|也就是说|总之|其实)[，,]?/,
    filler:
      /请按[^。]{0,6}说明书[^。]{0,20}使用|本品不能代替药物|大家好|哈喽|嗨|你好|您好|欢迎(?:光临|选购|下单|咨询|了解(?:详情)?)?|姐妹们?|宝子们?|家人们?|朋友们?|亲爱的|谢谢|(?:赶紧|赶快|快来|快去|立即|马上|现在|今天|点击|直接)?(?:下单|购买|抢购|入手|咨询|预约|私信|关注|收藏|点赞|转发|评论|报名|了解一下|看看|冲|链接|左下角|右下角|小黄车|购物车)(?:吧|哦|啦|即可|就好)?|包邮|现货|售价|价格|仅需|只要|到手价?|原价|现价|活动价|优惠|特价|库存|元|块钱?|一[瓶盒支件包袋个]|[毫升克斤千公]+|的|了|吧|哦|呢|啊|呀|在|都|就|很|这款?|那|我们?|你们?|您|是|有|和|与/gu,
    mend: null,
  },
};

/** A voice of espeak-ng with what it says. Each sentence is without a comma, at which espeak-ng would pause. */
export interface Speaker {
  readonly language: 'en' | 'id' | 'zh';
  /** Names of espeak-ng: a voice, and a variant of it. */
  readonly voices: readonly string[];
  readonly sentences: readonly string[];
}

/** Copy of this project, as sellers speak it over a video. */
export const speakers: readonly Speaker[] = [
  {
    language: 'en',
    voices: ['en-us+m3', 'en-us+f2', 'en-gb+m7'],
    sentences: [
      'Your skin deserves more than soap and water.',
      'We grind every batch the morning we ship it.',
      'This serum cures eczema within a week.',
      'Only today you pay half of what others charge.',
      'Tap the basket below before it is gone.',
      'Doctors do not want you to know this.',
      'I lost nine kilos and ate whatever I liked.',
      'There are no side effects whatsoever.',
      'Try it.',
      'One scoop in the evening is all it takes.',
      'The lid locks with a click and never leaks.',
      'My grandmother made it exactly like this.',
      'Order two and the third one is free.',
      'Your money back without a single question.',
      'It charges from flat to full in twenty minutes.',
      'Nothing on the market comes close to it.',
      'Send us a photo when yours arrives.',
      'See you tomorrow at eight.',
    ],
  },
  {
    language: 'id',
    voices: ['id+m2', 'id+f4', 'id+m6'],
    sentences: [
      'Kulit kusam langsung cerah dalam tiga hari.',
      'Produk ini sudah terdaftar dan aman dipakai.',
      'Diabetes sembuh total tanpa obat dokter.',
      'Harga khusus hanya untuk penonton siaran ini.',
      'Klik keranjang kuning di pojok kiri bawah.',
      'Bahannya dipetik sendiri dari kebun kami.',
      'Berat badan turun sepuluh kilo seminggu.',
      'Seratus persen alami dan tidak ada efek samping.',
      'Ayo coba.',
      'Cukup satu sendok sebelum tidur malam.',
      'Tutupnya rapat sehingga tidak akan bocor.',
      'Ibu saya memakai resep ini sejak dulu.',
      'Beli dua gratis satu sampai tengah malam.',
      'Uang kembali kalau kamu tidak puas.',
      'Baterainya penuh dalam dua puluh menit saja.',
      'Tidak ada yang lebih bagus di pasaran.',
      'Kirim foto kalau paketmu sudah sampai.',
      'Sampai jumpa besok jam delapan pagi.',
    ],
  },
  {
    language: 'zh',
    voices: ['cmn+m1', 'cmn+f3', 'cmn+m5'],
    sentences: [
      '这款面霜三天让你白一个度。',
      '每一批都是当天早上现磨现发。',
      '糖尿病人喝了再也不用打针。',
      '今天直播间只要半价就能带走。',
      '点击下方小黄车马上下单。',
      '医院里的医生都不会告诉你。',
      '我一个月瘦了二十斤还照样吃。',
      '纯天然配方没有任何副作用。',
      '试试吧。',
      '睡前冲一勺就足够了。',
      '盖子咔哒一声扣紧从来不漏。',
      '这个方子是我奶奶传下来的。',
      '买两盒再送你一盒。',
      '不满意随时退钱不问原因。',
      '二十分钟就能从零充到满。',
      '全网找不到比它更好的了。',
      '收到货以后给我们拍张照片。',
      '明天早上八点再见。',
    ],
  },
];

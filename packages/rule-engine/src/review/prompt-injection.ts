import { wordAt } from '../document/structure.ts';
import type { Cues } from '../judge/cues.ts';
import type { Span } from '../judge/spans.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';

/**
 * Text that is addressed to the reviewers of a text, human or not, in whichever language: orders to them, roles given to them,
 * verdicts said in advance, questions for its instructions, and the syntax of machines, which no buyer reads. Quantifiers
 * are bounded, so a hostile text costs no more than another one.
 */
const addresses: readonly RegExp[] = [
  /<\|[^|<>\n]{1,40}\|>|\[\/?(?:INST|SYS|SYSTEM)\]|<\/?(?:system|assistant|user|instructions?)>/giu,
  /<!--[^\n]{0,400}?-->/gu,
  /\{\s{0,8}["“][\p{L}\p{N}_ -]{1,60}["”]\s{0,8}:[^\n]{0,600}\}?/gu,
  /(?:^|[\n【[(])\s{0,8}(?:system|developer|assistant|sistem|系统|系统提示|管理员)\s{0,4}[:：】]/giu,
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,60}\b(?:rules?|instructions?|prompts?|guidelines?|polic(?:y|ies)|filters?)\b/giu,
  /\b(?:not|never|no longer|nothing)\b[^.\n]{0,30}\b(?:flag|flagged|report|reported)\b|\bif you (?:flag|report|reject)\b/giu,
  /\b(?:report|answer|output|return|reply|respond)\b[^.\n]{0,40}\b(?:no (?:violations?|risks?|issues?|findings)|safe|compliant|empty list)\b/giu,
  /\b(?:treat|mark|rate|classify|label|consider)\b[^.\n]{0,40}\b(?:as )?(?:safe|compliant|lawful|approved|satire|exempt)\b/giu,
  /\b(?:findings?|candidates?|claims?|topics?|violations?)\b[^.\n]{0,40}(?:\b(?:must|should|shall) be (?:dismissed|dropped|ignored|cleared|allowed)|:\s?none\b|\ballowed for this seller\b)/giu,
  /\b(?:system prompt|your (?:instructions|prompt)|AI (?:moderator|reviewer|model)|language model|new policy, in force|end of (?:the )?(?:text|copy|input|document|message))\b/giu,
  /\b(?:abaikan|lewati|lupakan|langgar)\b[^.\n]{0,60}\b(?:aturan|instruksi|perintah|pedoman|kebijakan|filter)\b/giu,
  /\b(?:laporkan|anggap|tandai|nilai|jawab|nyatakan)\b[^.\n]{0,40}\b(?:tanpa pelanggaran|aman|patuh|lolos|disetujui)\b/giu,
  /\b(?:sudah|telah) disetujui dan (?:tidak|jangan)\b|\b(?:tidak boleh|jangan) ditandai\b|\bmode uji\b|\binstruksi sistem\b|\bmoderator AI\b/giu,
  /(?:忽略|无视|跳过|绕过|忘记)[^。\n]{0,20}(?:规则|指令|提示词|设定|限制|审核)/gu,
  /(?:判定?为|标记为|视为|当作|按)[^。\n]{0,12}(?:合规|安全|无风险|无违规|通过)/gu,
  /(?:不要|不得|不许|禁止|无需)[^。\n]{0,6}(?:标记|输出|报告|判定|上报)[^。\n]{0,12}/gu,
  /系统提示|提示词|测试模式|致审核(?:员|人员|方)|审核(?:员|人员|模型|系统)(?:请|，|：)|已通过(?:人工)?审核|人工复核/gu,
];

/** Returns the stretches of a text that address its reviewers, by the grammar of its market or of another, with the rest of their sentences in those lines. */
export function injectionsIn({ structure }: ScannedText, cues: Cues): Span[] {
  const { text, tokens, sentences, sentenceOf } = structure;
  const found: Span[] = cues.of('toReviewer').map(({ first, last }) => ({
    start: tokens[first]?.start ?? 0,
    end: tokens[last - 1]?.end ?? text.length,
  }));
  for (const address of addresses) {
    for (const { index, 0: match } of text.matchAll(address))
      found.push({ start: index, end: index + match.length });
  }
  if (found.length === 0) return found;
  return found.map(({ start, end }) => {
    const from = sentences[sentenceOf[wordAt(tokens, start)] ?? 0];
    const to = sentences[sentenceOf[wordAt(tokens, end - 1)] ?? 0];
    const lineEnd = text.indexOf('\n', end);
    return {
      start: Math.max(
        text.lastIndexOf('\n', start - 1) + 1,
        Math.min(start, tokens[from?.first ?? 0]?.start ?? start),
      ),
      end: Math.min(
        lineEnd < 0 ? text.length : lineEnd,
        Math.max(end, tokens[(to?.last ?? 1) - 1]?.end ?? end),
      ),
    };
  });
}

/** Returns the text with some stretches blanked; offsets of the rest stay the same. */
export function without(text: string, spans: readonly Span[]): string {
  const units = [...Array.from({ length: text.length }, (_, at) => text[at] ?? '')];
  for (const { start, end } of spans) {
    units.fill(' ', start, end);
    // The marks that ended it end nothing now.
    for (let at = end; /^[\p{P}\p{S}]$/u.test(units[at] ?? ''); at++) units[at] = ' ';
    // What stands before and behind is not one sentence.
    if (end > start) units[end - 1] = '\n';
  }
  return units.join('');
}

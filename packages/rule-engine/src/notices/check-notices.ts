import { type NoticeIndustry, noticeIndustries } from '@redline/contracts';
import type { RawCitation } from '../pack/citation-schema.ts';
import type { PackMeta } from '../pack/meta-schema.ts';
import type { PackFault, PackSource } from '../pack/read-source.ts';
import { type RawNotice, silentIndustries } from './schema.ts';

interface Known {
  readonly citations: readonly RawCitation[];
  /** The industries that have keywords. */
  readonly industries: readonly NoticeIndustry[];
  readonly dimensions: PackMeta['dimensions'];
}

/** Everything that notices name and that is not there, and every industry that lacks its notice or keywords. */
export function faultsOfNotices(
  { file, lineOf }: PackSource,
  notices: readonly RawNotice[],
  { citations, industries, dimensions }: Known,
): PackFault[] {
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  const [platforms, productLines] = ['platform', 'productVertical'].map(
    (name) => new Set(dimensions[name]?.values),
  );
  const ofNotices = notices.flatMap((notice, at) => {
    const fault = (field: string, reason: string): PackFault => ({
      file,
      line: lineOf(['notices', at, field]),
      reason: `${notice.id}: ${reason}`,
    });
    return [
      ...notice.citations
        .filter((id) => !byId.has(id))
        .map((id) => fault('citations', `unknown citation "${id}"`)),
      ...(byId.get(notice.citations[0] ?? '')?.inForceFrom === null
        ? [fault('citations', 'the first citation must say since when')]
        : []),
      ...(notice.platforms ?? [])
        .filter((platform) => !platforms?.has(platform))
        .map((platform) => fault('platforms', `unknown platform "${platform}"`)),
      ...(notice.productLine !== undefined && !productLines?.has(notice.productLine)
        ? [fault('productLine', `unknown product line "${notice.productLine}"`)]
        : []),
      ...faultsOfTwins(notices, notice).map((reason) => fault('label', reason)),
    ];
  });
  const everywhere = notices.filter(({ platforms: only }) => only === undefined);
  const lacking = noticeIndustries
    .filter((industry) => !silentIndustries.has(industry))
    .flatMap((industry) => [
      ...(everywhere.some((notice) => notice.industry === industry)
        ? []
        : [`no notice of ${industry} holds on every platform`]),
      ...(industries.includes(industry) ? [] : [`there are no keywords of ${industry}`]),
    ]);
  return [...ofNotices, ...lacking.map((reason) => ({ file, line: 1, reason }))];
}

/** One subject has one name and one mechanism, or a dismissal would not stand for it. */
function faultsOfTwins(notices: readonly RawNotice[], notice: RawNotice): string[] {
  const subject = ({ industry, productLine }: RawNotice) => industry ?? productLine;
  const key = ({ mechanism, label }: RawNotice) => `${mechanism}:${label}`;
  return notices
    .filter(
      (other) => other !== notice && (subject(other) === subject(notice)) !== (key(other) === key(notice)),
    )
    .map(
      (other) => `${other.id} has ${key(other) === key(notice) ? 'the same' : 'another'} label or mechanism`,
    );
}

import { z } from 'zod';

/** The maximum of precedents of one finding. */
export const precedentsMax = 2;
/** The most findings of one text, or on the frames of one record, that have precedents: a record fits into a message. */
export const precedentFindingsMax = 100;

const shared = {
  agency: z.string().describe('Who decided, by the name that it goes by at home'),
  date: z.string().describe('Of the decision or of its publication: a day, a month or a year'),
  outcome: z.string().describe('What it led to, as it was published: a warning letter, a fine, an order'),
  link: z.string().describe('Where the case was read'),
};

/** A case that an agency decided, in one locale. */
const precedentSchema = z.object({
  ...shared,
  claim: z
    .string()
    .describe(
      'What was claimed, restated: in the language of the explanations where there is such a text, else in English',
    ),
});

/** The field of a finding on every site. */
export const precedentList = z
  .array(precedentSchema)
  .max(precedentsMax)
  .optional()
  .describe(
    'Cases of the same topic that agencies decided, the most alike first, of different respondents; often none. They illustrate the finding and prove nothing. Absent only from checks and replies of older versions',
  );
export type Precedent = z.infer<typeof precedentSchema>;

/** A case that an agency decided, in every locale that there is; English is always there. */
export const localizedPrecedentSchema = z.object({ ...shared, claim: z.record(z.string()) });
export type LocalizedPrecedent = Readonly<z.infer<typeof localizedPrecedentSchema>>;

/** The locale of claims that are restated in no other. */
export const precedentLocale = 'en-US';

/** Renders precedents in one locale, or in English where a claim is not restated in it. */
export const renderPrecedents = (precedents: readonly LocalizedPrecedent[], locale: string): Precedent[] =>
  precedents.map(({ agency, date, claim, outcome, link }) => ({
    agency,
    date,
    claim: claim[locale] ?? claim[precedentLocale] ?? '',
    outcome,
    link,
  }));

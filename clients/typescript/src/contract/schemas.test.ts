import type {
  accountRecord,
  batchRecord,
  customRuleRecord,
  imageCheckRecord,
  mainAccountRecord,
  mainBatchBody,
  mainBatchListItem,
  mainBatchRecord,
  mainCustomRuleRecord,
  mainImageCheckBody,
  mainImageCheckRecord,
  mainTextCheckBody,
  mainTextCheckItem,
  mainTextCheckRecord,
  mainVideoCheckBody,
  mainVideoCheckRecord,
  noticeHit,
  quoteSchema,
  textCheckItem,
  textCheckRecord,
  videoCheckRecord,
  videoReportRecord,
} from '@redline/contracts';
import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as schemas from './schemas.ts';

/** A type of zod without the `undefined` that its optional fields may have besides being left out. */
type Exact<T> = T extends readonly (infer E)[]
  ? readonly Exact<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Exact<Exclude<T[K], undefined>> }
    : T;
type Output<S extends z.ZodTypeAny> = Exact<z.output<S>>;
type Input<S extends z.ZodTypeAny> = Exact<z.input<S>>;
/** The output of a schema that is built for a site: its enumerations are plain strings to the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters are of no interest
type OutputOf<F extends (...given: any[]) => z.ZodTypeAny> = Output<ReturnType<F>>;

/**
 * Compared by the compiler, when types are checked: a contract that changes without `npx pnpm generate` fails there. The
 * committed file is compared with the served document, letter by letter, by the test of the whole product.
 */
describe('the types of the contract', () => {
  it('of the Chinese site are those of its schemas', () => {
    expectTypeOf<Exact<schemas.MainTextCheck>>().toEqualTypeOf<Output<typeof mainTextCheckRecord>>();
    expectTypeOf<Exact<schemas.MainTextCheckItem>>().toEqualTypeOf<Output<typeof mainTextCheckItem>>();
    expectTypeOf<Exact<schemas.MainImageCheck>>().toEqualTypeOf<Output<typeof mainImageCheckRecord>>();
    expectTypeOf<Exact<schemas.MainVideoCheck>>().toEqualTypeOf<Output<typeof mainVideoCheckRecord>>();
    expectTypeOf<Exact<schemas.MainVideoReport>>().toEqualTypeOf<Output<typeof videoReportRecord>>();
    expectTypeOf<Exact<schemas.MainBatch>>().toEqualTypeOf<Output<typeof mainBatchRecord>>();
    expectTypeOf<Exact<schemas.MainBatchItem>>().toEqualTypeOf<Output<typeof mainBatchListItem>>();
    expectTypeOf<Exact<schemas.MainAccount>>().toEqualTypeOf<Output<typeof mainAccountRecord>>();
    expectTypeOf<Exact<schemas.MainNotice>>().toEqualTypeOf<Output<typeof noticeHit>>();
    expectTypeOf<Exact<schemas.Quote>>().toEqualTypeOf<Output<typeof quoteSchema>>();
  });

  it('of its bodies leave out what has a default', () => {
    expectTypeOf<Exact<schemas.MainTextCheckSubmission>>().toEqualTypeOf<Input<typeof mainTextCheckBody>>();
    expectTypeOf<Exact<schemas.MainImageCheckSubmission>>().toEqualTypeOf<Input<typeof mainImageCheckBody>>();
    expectTypeOf<Exact<schemas.MainVideoCheckSubmission>>().toEqualTypeOf<Input<typeof mainVideoCheckBody>>();
    expectTypeOf<Exact<schemas.MainBatchSubmission>>().toEqualTypeOf<Input<typeof mainBatchBody>>();
  });

  it('of the international sites have their fields, and values that the schemas take', () => {
    expectTypeOf<Exact<schemas.UsTextCheck>>().toExtend<OutputOf<typeof textCheckRecord>>();
    expectTypeOf<Exact<schemas.IdTextCheck>>().toExtend<OutputOf<typeof textCheckRecord>>();
    expectTypeOf<Exact<schemas.UsTextCheckItem>>().toExtend<OutputOf<typeof textCheckItem>>();
    expectTypeOf<Exact<schemas.UsImageCheck>>().toExtend<OutputOf<typeof imageCheckRecord>>();
    expectTypeOf<Exact<schemas.UsVideoCheck>>().toExtend<OutputOf<typeof videoCheckRecord>>();
    expectTypeOf<Exact<schemas.IdVideoCheck>>().toExtend<OutputOf<typeof videoCheckRecord>>();
    expectTypeOf<Exact<schemas.UsBatch>>().toExtend<OutputOf<typeof batchRecord>>();
    expectTypeOf<Exact<schemas.UsAccount>>().toExtend<OutputOf<typeof accountRecord>>();
    expectTypeOf<Exact<schemas.IntlCustomRule>>().toExtend<OutputOf<typeof customRuleRecord>>();
    expectTypeOf<Exact<schemas.MainCustomRule>>().toExtend<Output<typeof mainCustomRuleRecord>>();
    expectTypeOf<keyof schemas.UsTextCheck>().toEqualTypeOf<keyof OutputOf<typeof textCheckRecord>>();
    expectTypeOf<keyof schemas.UsVideoCheck>().toEqualTypeOf<keyof OutputOf<typeof videoCheckRecord>>();
    expectTypeOf<keyof schemas.UsBatch>().toEqualTypeOf<keyof OutputOf<typeof batchRecord>>();
  });
});

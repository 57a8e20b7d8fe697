import { z } from 'zod';

/** The form of a text, beyond its length. */
interface TextForm {
  /** As clients read it in the OpenAPI document. */
  readonly pattern: RegExp;
  /** The error message of a text without it. */
  readonly sentence: string;
}

/**
 * Builds the schema of a text. Lengths are UTF-16 code units, as are all offsets of the contract.
 * @param name the field's name, for the error message
 */
export function textSchema(name: string, min: number, max: number, form?: TextForm) {
  const text = boundedSchema(name, min, max);
  return (form ? text.regex(form.pattern, form.sentence) : text).superRefine(storable(name));
}

/**
 * Builds the schema of a text that is not blank. Surrounding white space is removed, but counts for its length.
 * @param name the field's name, for the error message
 */
export function trimmedSchema(name: string, max: number) {
  return boundedSchema(name, 1, max).trim().min(1, `${name} must not be blank`).superRefine(storable(name));
}

function boundedSchema(name: string, min: number, max: number) {
  const length =
    min > 0 ? `${name} must have ${min} to ${max} characters` : `${name} must have at most ${max} characters`;
  return z
    .string({ required_error: `${name} is required`, invalid_type_error: `${name} must be a string` })
    .min(min, length)
    .max(max, length);
}

/**
 * Refuses NUL, which Postgres cannot store, and lone surrogates, which have no UTF-8 form. One refinement for both: an
 * import has 6,000 such texts, and each effect around a schema costs as much as the schema.
 */
function storable(name: string) {
  return (value: string, context: z.RefinementCtx): void => {
    const refuse = (what: string) =>
      context.addIssue({ code: 'custom', message: `${name} must not contain a ${what}` });
    if (value.includes('\0')) refuse('NUL character');
    if (!value.isWellFormed()) refuse('lone surrogate');
  };
}

/** Longer than any signed URL of the large stores. */
const urlLengthMax = 4_096;

/**
 * Builds the schema of the URL of a file. Whether it may and can be fetched is checked by the service that fetches it.
 * @param name the field's name, for the error message
 */
export function urlSchema(name: string) {
  const sentence = `${name} must be an http or https URL`;
  return textSchema(name, 1, urlLengthMax, { pattern: httpScheme, sentence }).refine(
    (value) => !httpScheme.test(value) || URL.canParse(value),
    sentence,
  );
}

/** Without a flag for case, since the OpenAPI document has the pattern alone. */
const httpScheme = /^[Hh][Tt][Tt][Pp][Ss]?:\/\//;

/** The range of a number, bounds included. */
interface NumberBounds {
  readonly min: number;
  readonly max: number;
  /** The unit in the error message: `seconds`. */
  readonly unit?: string;
  readonly whole?: boolean;
}

/**
 * Builds the schema of a number within bounds.
 * @param name the field's name, for the error message
 */
export function numberSchema(name: string, { min, max, unit, whole = false }: NumberBounds) {
  const kind = whole ? 'a whole number' : 'a number';
  const sentence = `${name} must be ${kind} from ${min} to ${max}${unit ? ` (${unit})` : ''}`;
  const number = z
    .number({ required_error: `${name} is required`, invalid_type_error: sentence })
    .min(min, sentence)
    .max(max, sentence);
  return whole ? number.int(sentence) : number;
}

/**
 * Builds the schema of a boolean.
 * @param name the field's name, for the error message
 */
export function flagSchema(name: string) {
  return z.boolean({
    required_error: `${name} is required: true or false`,
    invalid_type_error: `${name} must be true or false`,
  });
}

/**
 * Builds the schema of a list of at least one of a closed list of values; duplicates are removed.
 * @param name the field's name, for the error message
 */
export function choicesSchema<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  const sentence = `${name} must be a list of at least one and at most ${namedMax} of: ${values.join(', ')}`;
  return z
    .array(choiceSchema(`an entry of ${name}`, values), { invalid_type_error: sentence })
    .min(1, sentence)
    .max(namedMax, sentence)
    .transform((named) => [...new Set(named)]);
}

/** The maximum of entries of such a list, duplicates included. */
const namedMax = 50;

/**
 * Builds the schema of one of a closed list of values.
 * @param name the field's name, for the error message
 */
export function choiceSchema<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  const accepted = `${name} must be one of: ${values.join(', ')}`;
  return z.enum(values, {
    errorMap: (issue) => ({
      message:
        issue.code === 'invalid_type' && issue.received === 'undefined'
          ? `${name} is required; one of: ${values.join(', ')}`
          : accepted,
    }),
  });
}

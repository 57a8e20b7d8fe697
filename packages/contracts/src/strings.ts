import { z } from 'zod';

/**
 * Text a caller hands in. Lengths are UTF-16 code units, as are all offsets of the contract.
 * @param name the field's name, for the sentence in the error
 */
export function textSchema(name: string, min: number, max: number) {
  return boundedSchema(name, min, max).superRefine(storable(name));
}

/**
 * Text that is not blank, without the blanks around it; they count for its length as handed in.
 * @param name the field's name, for the sentence in the error
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
 * NUL cannot be stored by Postgres and a lone surrogate has no UTF-8 form, so both are refused at the edge. One look for
 * both: an import has 6,000 such texts, and each effect around a schema costs as much as the schema.
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
 * Where a file lies. Whether it may and can be fetched is found out by whoever fetches it.
 * @param name the field's name, for the sentence in the error
 */
export function urlSchema(name: string) {
  return textSchema(name, 1, urlLengthMax).refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    `${name} must be an http or https URL`,
  );
}

/** What a number may be; both bounds are accepted. */
interface NumberBounds {
  readonly min: number;
  readonly max: number;
  /** Follows the bounds in the sentence: `seconds`. */
  readonly unit?: string;
  readonly whole?: boolean;
}

/**
 * A number within bounds.
 * @param name the field's name, for the sentence in the error
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
 * A switch.
 * @param name the field's name, for the sentence in the error
 */
export function flagSchema(name: string) {
  return z.boolean({
    required_error: `${name} is required: true or false`,
    invalid_type_error: `${name} must be true or false`,
  });
}

/**
 * Some of a closed list of values, each once however often it is named; at least one.
 * @param name the field's name, for the sentence in the error
 */
export function choicesSchema<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  const sentence = `${name} must be a list of at least one and at most ${namedMax} of: ${values.join(', ')}`;
  return z
    .array(choiceSchema(`an entry of ${name}`, values), { invalid_type_error: sentence })
    .min(1, sentence)
    .max(namedMax, sentence)
    .transform((named) => [...new Set(named)]);
}

/** Entries of such a list, repeats included. */
const namedMax = 50;

/**
 * One of a closed list of values.
 * @param name the field's name, for the sentence in the error
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

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

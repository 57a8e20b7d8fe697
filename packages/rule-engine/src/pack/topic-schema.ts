import { z } from 'zod';
import { localized } from './schema.ts';

/** The name of a text that stands in the `texts` of a topic or of the pack. */
export const textName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower case words joined by "-"');
const namedTexts = z.record(textName, localized);

/** `texts.yaml`: texts that more than one topic or detector label uses. */
export const textFileSchema = z.object({ texts: namedTexts }).strict();

/** `topics/<topic>/topic.yaml`: what all rules of a topic share. */
export const topicSchema = z
  .object({
    topic: z.string().regex(/^[a-z][a-z0-9_]*$/),
    /** The rule files of the folder without `.yaml`, in the order in which they are read. */
    files: z
      .array(z.string().regex(/^[a-z][a-z0-9-]*$/))
      .min(1)
      .default(['rules']),
    /** Fields that are merged under every rule of the topic. */
    shared: z.record(z.string(), z.unknown()).default({}),
    /** Texts that several rules of the topic use by name. */
    texts: namedTexts.default({}),
  })
  .strict();

/** A rule file of a topic: `defaults` are merged over what the topic shares and under every rule of the file. */
export const ruleFileSchema = z
  .object({
    defaults: z.record(z.string(), z.unknown()).default({}),
    rules: z.array(z.record(z.string(), z.unknown())).min(1),
  })
  .strict();

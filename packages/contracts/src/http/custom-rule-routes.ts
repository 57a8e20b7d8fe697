import { z } from 'zod';
import type { WordObjects } from '../sites/site.ts';
import {
  customRuleChange,
  customRuleImportResult,
  customRuleList,
  customRuleQuota,
  customRuleSettings,
  customRuleSettingsBody,
} from './custom-rules.ts';
import { commonFailures, deletedSchema, failures, success } from './envelope.ts';

/** The schemas of custom words that differ between sites. */
interface WordParts<R extends z.ZodTypeAny, B extends z.ZodTypeAny, I extends z.ZodTypeAny> {
  readonly objects: WordObjects;
  readonly record: R;
  readonly body: B;
  readonly importBody: I;
}

const byId = z.object({ id: z.string() });
const forPaidPlans = { ...commonFailures, 403: failures[403] } as const;

/** Builds the routes of custom words, which are the same on every site (documents 1 to 3). */
export function customRuleRoutes<R extends z.ZodTypeAny, B extends z.ZodTypeAny, I extends z.ZodTypeAny>(
  parts: WordParts<R, B, I>,
) {
  const { objects, record, body, importBody } = parts;
  return {
    createCustomRule: {
      method: 'POST',
      path: '/custom-rules',
      summary: 'Add a custom word',
      description:
        'Words are free of charge and need a paid plan. 400 when the word is in the list already or the list is full.',
      body,
      responses: { ...forPaidPlans, 201: success(record) },
    },
    listCustomRules: {
      method: 'GET',
      path: '/custom-rules',
      summary: 'List all custom words of this scope, newest first',
      responses: { ...commonFailures, 200: success(customRuleList(record)) },
    },
    updateCustomRule: {
      method: 'PATCH',
      path: '/custom-rules/:id',
      summary: 'Change a custom word',
      description: 'Only what is given changes; null clears `replacement` and `note`.',
      pathParams: byId,
      body: customRuleChange,
      responses: { ...forPaidPlans, 200: success(record), 404: failures[404] },
    },
    deleteCustomRule: {
      method: 'DELETE',
      path: '/custom-rules/:id',
      summary: 'Delete a custom word for good',
      pathParams: byId,
      body: null,
      responses: { ...forPaidPlans, 200: success(deletedSchema(objects.customRule)), 404: failures[404] },
    },
    importCustomRules: {
      method: 'POST',
      path: '/custom-rules/bulk-import',
      summary: 'Add up to 2,000 custom words',
      description:
        'Words that are in the list already, or earlier in the request, are skipped; those past the quota are rejected, in order. All others are written.',
      body: importBody,
      responses: { ...forPaidPlans, 201: success(customRuleImportResult(objects)) },
    },
    getCustomRuleQuota: {
      method: 'GET',
      path: '/custom-rules/quota',
      summary: 'Custom words in use, and how many the plan allows',
      responses: { ...commonFailures, 200: success(customRuleQuota(objects)) },
    },
    getCustomRuleSettings: {
      method: 'GET',
      path: '/custom-rules/settings',
      summary: 'The master switch of custom words',
      responses: { ...commonFailures, 200: success(customRuleSettings(objects)) },
    },
    updateCustomRuleSettings: {
      method: 'PATCH',
      path: '/custom-rules/settings',
      summary: 'Turn custom words on or off',
      description:
        'The words are kept. While the switch is off, the switches of single words have no effect.',
      body: customRuleSettingsBody,
      responses: { ...forPaidPlans, 200: success(customRuleSettings(objects)) },
    },
  } as const;
}

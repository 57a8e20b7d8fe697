import type { en } from './languages/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'translation';
    readonly resources: { readonly translation: typeof en };
  }
}

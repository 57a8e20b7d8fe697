import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Messages } from './languages/en.ts';

/** Languages of the page, by how they are written in themselves. */
export const languages = { en: 'English', zh: '中文', id: 'Bahasa Indonesia' } as const;
export type Language = keyof typeof languages;

/** Each is loaded when it is needed. */
const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => import('./languages/en.ts').then(({ en }) => en),
  zh: () => import('./languages/zh.ts').then(({ zh }) => zh),
  id: () => import('./languages/id.ts').then(({ id }) => id),
};

/** The locale in which a language writes numbers and times. */
export const locales: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN', id: 'id-ID' };

export const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/**
 * Chooses the language of the page.
 * @param chosen before, on this device
 * @param preferred languages of the browser, the most preferred first
 */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && isLanguage(chosen)) return chosen;
  // Browsers of Indonesia that were set up long ago say `in`.
  const names = preferred.map((tag) => tag.toLowerCase().split('-')[0]?.replace(/^in$/, 'id') ?? '');
  return names.find(isLanguage) ?? 'en';
}

const storageName = 'redline.language';

/** Loads the reader's language and makes it that of the page. */
export async function startLanguages(): Promise<i18n> {
  const language = languageFor(stored(), navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await loaders[language]() } },
    // React shows texts as text nodes; escaped twice they would be wrong.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = locales[language];
  return i18next;
}

/** Changes the language of the page, and keeps it for the next visit. */
export async function changeLanguage(language: Language): Promise<void> {
  const messages = await loaders[language]();
  i18next.addResourceBundle(language, 'translation', messages);
  await i18next.changeLanguage(language);
  document.documentElement.lang = locales[language];
  try {
    localStorage.setItem(storageName, language);
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageName);
  } catch {
    return null;
  }
}

/** Addresses by law and article. The build puts those of the site's pack in here (`build/law-links.ts`). */
export const links: Readonly<Record<string, string>> = {};

import { openRuleBook, type RuleBook } from '../engine/rule-list.ts';

/** Opens the rules of sites, each once. */
export type RuleBooks = (site: string) => Promise<RuleBook>;

/** Returns what opens the rules of a site when they are needed first, and keeps them. */
export function createRuleBooks(): RuleBooks {
  const books = new Map<string, Promise<RuleBook>>();
  return (site) => {
    const known = books.get(site);
    if (known) return known;
    const opened = openRuleBook(site);
    books.set(site, opened);
    // The next call tries again.
    opened.catch(() => books.delete(site));
    return opened;
  };
}

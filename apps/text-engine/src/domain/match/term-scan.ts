import type { Vocabulary } from '../rules/program.ts';
import type { TextStructure } from '../text/structure.ts';
import type { TermHit, TermScan } from './occurrences.ts';

interface Node {
  readonly next: Map<string, Node>;
  classes: readonly number[] | null;
}

/** Stand-in until the matcher package lands: exact words only, no folds. */
export function termScan(vocabulary: Vocabulary): TermScan {
  const root: Node = { next: new Map(), classes: null };
  for (const [term, classes] of vocabulary.terms) {
    let node = root;
    for (const word of term.split(' ')) {
      let next = node.next.get(word);
      if (!next) {
        next = { next: new Map(), classes: null };
        node.next.set(word, next);
      }
      node = next;
    }
    node.classes = classes;
  }
  return (structure: TextStructure) => {
    const hits: TermHit[] = [];
    for (let first = 0; first < structure.tokens.length; first++) {
      let node: Node | undefined = root;
      for (let at = first; node && at < structure.tokens.length; at++) {
        const word: string = structure.tokens[at]?.word ?? '';
        node = node.next.get(word) ?? node.next.get(word.replace(/'s$/, ''));
        if (node?.classes) hits.push({ first, last: at + 1, folds: [], classes: node.classes });
      }
    }
    return hits;
  };
}

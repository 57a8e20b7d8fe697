/**
 * Indonesian affixes (Sneddon et al., Indonesian: A Comprehensive Grammar, ch. 1), and the colloquial ones of Jakarta
 * that sellers write (ngobatin, nyembuhin, diputihin). Every form is made whether or not a writer would use it: what
 * nobody writes costs a little memory and finds nothing.
 */
export const verbForms = ['base', 'me', 'di', 'ber', 'ter', 'noun'] as const;

const vowel = /^[aeiou]/;
const cluster = /^(?:[bcdfgjkpst][lr]|s[kmnptw]|kh|sy)/;

/** The root with the nasal that meN- and peN- put before it, without their own vowel: `putih` gives `mutih`. */
function nasalized(root: string): string[] {
  const first = root[0] ?? '';
  const rest = root.slice(1);
  const isCluster = cluster.test(root);
  if (/^[aeiou]+[^aeiou]?$|^[^aeiou]+[aeiou][^aeiou]*$/.test(root)) return [`nge${root}`, ...simple(root)];
  if (/^[lrmnwy]/.test(root)) return [root];
  if (/^[bfv]/.test(root)) return [`m${root}`];
  if (first === 'p') return isCluster ? [`m${root}`, `m${rest}`] : [`m${rest}`, `m${root}`];
  if (/^(?:[dcjz]|sy)/.test(root)) return [`n${root}`];
  if (first === 't') return isCluster ? [`n${root}`, `n${rest}`] : [`n${rest}`, `n${root}`];
  if (first === 's') return isCluster ? [`n${root}`, `ny${rest}`] : [`ny${rest}`];
  if (/^kh/.test(root)) return [`ng${root}`];
  if (first === 'k') return isCluster ? [`ng${root}`, `ng${rest}`] : [`ng${rest}`];
  return vowel.test(root) || /^[gh]/.test(root) ? [`ng${root}`] : [root];
}

/** A root of one syllable takes the nasal of its first letter as well (`bom`: mengebom, membom). */
function simple(root: string): string[] {
  const first = root[0] ?? '';
  if (/[bpfv]/.test(first)) return [`m${root}`];
  if (/[dtcjz]/.test(first)) return [`n${root}`];
  if (first === 's') return [`ny${root.slice(1)}`];
  return /[aeioughk]/.test(first) ? [`ng${root}`] : [root];
}

/** Without the nasal's `e`: ngobatin, nyembuhin, ngilangin (h falls), nurunin. */
function colloquial(root: string): string[] {
  const dropped = root.startsWith('h') ? [`ng${root.slice(1)}`] : [];
  return [...nasalized(root), ...dropped, `nge${root}`].filter((form) => form !== root);
}

const clitics = ['', 'nya', 'lah'];
const applied = ['', 'kan', 'i', 'in'];
const combined = (stems: readonly string[], endings: readonly string[]): string[] =>
  stems.flatMap((stem) => endings.map((ending) => `${stem}${ending}`));

/** The forms of one root, by name. */
function formsOf(root: string): Record<(typeof verbForms)[number], string[]> {
  const active = nasalized(root).flatMap((form) => [`me${form}`]);
  const raised = `per${root}`;
  return {
    base: [...combined([root], [...applied, 'nya', 'lah', 'kanlah', 'an']), `${root} ${root}`],
    me: [
      ...combined(active, [...applied, 'kannya', 'inya']),
      ...combined(colloquial(root), ['', 'in', 'kan']),
      ...combined([`mem${raised}`], ['', 'kan', 'i']),
    ],
    di: [...combined([`di${root}`, `di${raised}`], [...applied, 'kannya']), `ku${root}`, `kau${root}`],
    ber: combined([root.startsWith('r') ? `be${root}` : `ber${root}`], ['', 'an', 'kan']),
    ter: combined([root.startsWith('r') ? `te${root}` : `ter${root}`, `ke${root}`], ['', 'kan', 'i', 'nya']),
    noun: [
      ...combined(
        nasalized(root).map((form) => `pe${form}`),
        ['', 'an', 'nya', 'annya'],
      ),
      ...combined([`ke${root}an`, `${raised}an`, `${root}an`], clitics.slice(0, 2)),
    ],
  };
}

/** Indonesian forms of a verb or adjective given as its root (`sembuh`, `putih`); of several words the first is inflected. */
export function inflectVerb(term: string): Record<string, readonly string[]> {
  const [head = '', ...rest] = term.split(' ');
  const forms = formsOf(head);
  return Object.fromEntries(
    verbForms.map((name) => [name, [...new Set(forms[name].map((form) => [form, ...rest].join(' ')))]]),
  );
}

/** A noun with what may be joined to it (-nya, -ku, -mu, -lah) and doubled; of several words the last takes it. */
export function inflectNoun(term: string): string[] {
  const words = term.split(' ');
  const last = words.pop() ?? '';
  const ended = ['', 'nya', 'ku', 'mu', 'lah', 'pun', 'kah'].map((ending) => `${last}${ending}`);
  const doubled = words.length === 0 ? [`${last} ${last}`, `${last} ${last}nya`] : [];
  return [...ended.map((form) => [...words, form].join(' ')), ...doubled];
}

const endings = [/(?<=.{3})(?:nya|lah|kah|pun)$/, /(?<=.{4})(?:kan|in|an|i)$/];
/** Prefixes and what the root begins with when they are gone; the first that fits. */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^(?:me|pe)?ny(?=[aeiou].{3})/, 's'],
  [/^(?:(?:me|pe)ng|nge|ng)(?=[aeioughk].{3})/, ''],
  [/^(?:me|pe)m(?=[aeiou].{3})/, 'p'],
  [/^(?:me|pe)m(?=[bpfv].{3})/, ''],
  [/^(?:me|pe)n(?=[aeiou].{3})/, 't'],
  [/^(?:me|pe)n(?=[dcjzst].{3})/, ''],
  [/^(?:me|pe)(?=[lrmnwy].{3})/, ''],
  [/^(?:di|ber|ter|ke|per)(?=.{4})/, ''],
];

/** The root of a word or something close to it, the same for most of its forms; crude, for statistics only. */
export function stemOf(word: string): string {
  const bare = endings.reduce((rest, ending) => rest.replace(ending, ''), word);
  const prefix = prefixes.find(([form]) => form.test(bare));
  return prefix ? bare.replace(prefix[0], prefix[1]) : bare;
}

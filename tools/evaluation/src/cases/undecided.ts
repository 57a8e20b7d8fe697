/**
 * The beginnings of outcomes of pages that state a rule, a complaint or an inquiry, and no decision on anybody's copy; in
 * the words of those who collect, which are English or Indonesian.
 */
const beginnings = [
  // Rules, guides and reminders.
  'agency reminder|against |banned online|breach|consumer (?:association|education|warning)|enforcement guideline|guidance',
  'illegal$|illegal,|industry warning|fraud warning|management notice|misleading example|must be |not allowed|notice$',
  'prohibited(?!, takedown)|rule|selling privileges|six breaches|unlawful|up to |void|.*\\(undated page\\)',
  'ciri |dilarang|edaran|harus |kata dilarang|klaim |melanggar bila|penjelasan|pidana$|praktik|salah satu|SE |surat edaran',
  'tidak pernah|tren |didukung',
  // Complaints and what the press says.
  'called |complaints|criticised|declared (?:hoax|false)|denied|official denial|diberitakan|dikecam|dikeluhkan|dipersoalkan',
  'diprotes|disorot|iklan disorot|gugatan|lawsuits?$|YLKI',
  // Campaigns and inquiries.
  'case opened|clean-up campaign|content cleaned|crackdown|investigat|survey|diburu|dikaji|dilaporkan|diperiksa sebagai',
  'diselidiki|modus|operasi|patroli|penyelidikan|penyidikan|reported',
];

const undecided = new RegExp(`^(?:${beginnings.join('|')})`, 'i');

/** The beginnings of claims that restate a rule. */
const ruling = /^(?:notice|guidance|guideline|rule)\b/i;

/** Tells whether a page leaves open whether anybody's copy was unlawful. */
export const isUndecided = (claim: string, outcome: string): boolean =>
  ruling.test(claim) || undecided.test(outcome.trim());

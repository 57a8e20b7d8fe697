/** Past tense and participle of English verbs that do not take -ed; `base: past[/participle]`. */
const table = `
be:was/were/been become:became begin:began/begun bind:bound bite:bit/bitten bleed:bled blow:blew/blown break:broke/broken
breed:bred bring:brought build:built burn:burned/burnt buy:bought catch:caught choose:chose/chosen come:came cost:cost
cut:cut deal:dealt dig:dug do:did/done draw:drew/drawn drink:drank/drunk drive:drove/driven eat:ate/eaten fall:fell/fallen
feed:fed feel:felt fight:fought find:found fly:flew/flown forbid:forbade/forbidden forget:forgot/forgotten freeze:froze/frozen
get:got/gotten give:gave/given go:went/gone grow:grew/grown have:had hear:heard hide:hid/hidden hit:hit hold:held hurt:hurt
keep:kept know:knew/known lay:laid lead:led leave:left lend:lent let:let lie:lay/lain light:lit lose:lost make:made mean:meant
meet:met mow:mowed/mown overcome:overcame outgrow:outgrew/outgrown pay:paid put:put quit:quit read:read regrow:regrew/regrown
rebuild:rebuilt reset:reset rid:rid ride:rode/ridden ring:rang/rung rise:rose/risen run:ran say:said see:saw/seen sell:sold
send:sent set:set shake:shook/shaken shed:shed shine:shone shoot:shot show:showed/shown shrink:shrank/shrunk shut:shut
sing:sang/sung sink:sank/sunk sit:sat sleep:slept slide:slid speak:spoke/spoken speed:sped spend:spent spin:spun split:split
spread:spread stand:stood steal:stole/stolen stick:stuck sting:stung ruleOut:struck sweep:swept swell:swelled/swollen
swim:swam/swum take:took/taken teach:taught tear:tore/torn tell:told think:thought throw:threw/thrown undo:undid/undone
undergo:underwent/undergone wake:woke/woken wear:wore/worn win:won withdraw:withdrew/withdrawn write:wrote/written
understand:understood withstand:withstood weave:wove/woven oversleep:overslept offset:offset bend:bent shave:shaved/shaven`;

export const irregularPasts: ReadonlyMap<string, readonly string[]> = new Map(
  table
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [base = '', pasts = ''] = entry.split(':');
      return [base, pasts.split('/')] as const;
    }),
);

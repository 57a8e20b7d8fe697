import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads: a series and the labels that it names. */
export interface Selected {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly value: string }[];
}

/** An expression of PromQL, as far as tests look at it. */
export interface Parsed {
  readonly selected: readonly Selected[];
  /** Labels of `by`, `on` and their like. */
  readonly grouping: readonly string[];
}

/**
 * Parses an expression by Prometheus' own grammar.
 * @throws Error that shows where it is wrong
 */
export function parsePromql(expr: string): Parsed {
  const selected: Selected[] = [];
  const grouping: string[] = [];
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }) => expr.slice(from, to);
  parser.parse(expr).iterate({
    enter(ref) {
      if (ref.type.isError) throw new Error(`not PromQL at ${ref.from}: ${expr.slice(0, ref.from)}⟨here⟩`);
      if (ref.name === 'VectorSelector') {
        const node = ref.node;
        const name = node.getChild('Identifier');
        const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
          (matcher) => {
            const [label, value] = [matcher.firstChild, matcher.lastChild];
            return { label: label ? textOf(label) : '', value: value ? textOf(value).slice(1, -1) : '' };
          },
        );
        selected.push({ name: name ? textOf(name) : '', matchers });
      }
      if (ref.name === 'GroupingLabels') {
        for (const label of ref.node.getChildren('LabelName')) grouping.push(textOf(label));
      }
    },
  });
  return { selected, grouping };
}

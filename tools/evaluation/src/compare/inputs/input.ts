/** Where a text is published: a value for each dimension of its site's pack. */
export type Selection = Readonly<Record<string, string>>;

/** A word of an account's own list, as the product's contract names its fields. */
export interface CustomWord {
  readonly word: string;
  readonly matchType: 'phrase' | 'keyword';
  readonly library: string;
  readonly replacement: string | null;
  readonly note: string | null;
}

/** A text to be evaluated. */
export interface TextInput {
  readonly kind: 'text';
  readonly id: string;
  readonly site: string;
  readonly text: string;
  readonly selection: Selection;
  readonly customWords: readonly CustomWord[];
  /** Whether it is also evaluated as words of a picture and of a voiceover, and described to a second reviewer. */
  readonly isMedia: boolean;
}

/** A text to be rewritten. */
export interface RewriteInput {
  readonly kind: 'rewrite';
  readonly id: string;
  readonly site: string;
  readonly text: string;
  readonly selection: Selection;
  readonly customWords: readonly CustomWord[];
  readonly strategy: 'rewrite' | 'precise';
  readonly mode: 'content' | 'ad';
}

/** A question about the qualifications that a piece of content of the main site needs. */
export interface NoticeInput {
  readonly kind: 'notice';
  readonly id: string;
  readonly question: {
    readonly productVertical: string;
    readonly platform?: string;
    readonly industry?: string;
    readonly text: string;
  };
  /** Whether every notice that can be dismissed is. */
  readonly isDismissed: boolean;
}

/** A question about the pack of a site itself: its wordings, reasons and labels of pictures. */
export interface PackInput {
  readonly kind: 'pack';
  readonly id: string;
  readonly site: string;
}

export type Input = TextInput | RewriteInput | NoticeInput | PackInput;

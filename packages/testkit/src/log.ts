/** Takes one line that says what is used or done. */
export type Log = (line: string) => void;

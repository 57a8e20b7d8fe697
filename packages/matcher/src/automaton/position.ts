/** What a scan knows at any moment, handed between the hot loop and what it leaves to functions. */
export interface Position {
  /** Rows passed so far, less one. */
  row: number;
  /** The automaton's state, at depth two or more; 0 while nothing longer than one step is under way. */
  state: number;
  /** The step of the current row; -1 before the first. */
  step: number;
}

export const createPosition = (): Position => ({ row: -1, state: 0, step: -1 });

export function resetPosition(position: Position): void {
  position.row = -1;
  position.state = 0;
  position.step = -1;
}

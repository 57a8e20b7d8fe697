type Counts = Readonly<Record<string, number>>;

/** Parts that a test waits for at most; each removes hundreds of rows. */
const partsMax = 50;

/**
 * Asks an owner of data to erase an account until it can remove no more now, as billing does in one turn.
 * @param ask one request of the erasure
 * @returns rows removed by all answers, by table, and what the last one says is left
 */
export async function eraseAll(
  ask: () => Promise<{ readonly removed: Counts; readonly left: Counts }>,
): Promise<{ readonly removed: Counts; readonly left: Counts }> {
  const removed: Record<string, number> = {};
  for (let part = 0; part < partsMax; part++) {
    const answer = await ask();
    for (const [table, count] of Object.entries(answer.removed))
      removed[table] = (removed[table] ?? 0) + count;
    if (Object.keys(answer.removed).length === 0) return { removed, left: answer.left };
  }
  throw new Error(`an erasure did not come to its end in ${partsMax} parts`);
}

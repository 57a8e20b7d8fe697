const shards = 16;

/** One of the rows that a scope's count is spread over, at random. */
export const countShard = (): number => Math.floor(Math.random() * shards);

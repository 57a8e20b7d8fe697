export interface ClientSlotsOptions {
  readonly max: number;
  /** Slots that one client may have. */
  readonly perClientMax: number;
}

export interface ClientSlots {
  /**
   * Takes a slot for a client.
   * @returns a function that gives it back, to be called once, or why there is none
   */
  readonly take: (client: string) => (() => void) | 'all_taken' | 'client_full';
}

/** Creates slots for work that lasts as long as its clients like, of which no client can have all. */
export function createClientSlots({ max, perClientMax }: ClientSlotsOptions): ClientSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(client) {
      const own = taken.get(client) ?? 0;
      if (own >= perClientMax) return 'client_full';
      if (total >= max) return 'all_taken';
      taken.set(client, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(client) ?? 0) - 1;
        if (left > 0) taken.set(client, left);
        else taken.delete(client);
        total -= 1;
      };
    },
  };
}

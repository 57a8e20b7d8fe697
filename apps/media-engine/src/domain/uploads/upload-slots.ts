export interface SlotLimits {
  /** Forms at the same time whose fields are still being received. Anybody may open one. */
  readonly formsMax: number;
  /** Uploads at the same time: forms whose policy has been verified. */
  readonly uploadsMax: number;
  /** Forms and uploads at the same time of one client; uploads at the same time of one account. */
  readonly perClientMax: number;
}

/** Why there is no slot: all are taken, or as many by this client or this account as it may have. */
export type NoSlot = 'all_taken' | 'client_full' | 'account_full';

/** The slot of one form, and then of its upload. */
export interface Slot {
  /**
   * Exchanges the slot of a form for that of an upload.
   * @returns why there is none; undefined if the upload may begin
   */
  readonly begin: (account: string) => NoSlot | undefined;
  /** Gives the slot back; may be called twice. */
  readonly leave: () => void;
}

export interface UploadSlots {
  /**
   * Takes a slot for a form whose fields are about to be received.
   * @param client network of the client
   * @param onEvicted called if the form must give way to one of another client; the slot is then given back already
   */
  readonly enter: (client: string, onEvicted: () => void) => Slot | NoSlot;
}

interface WaitingForm {
  /** Number of the form; smaller ones came earlier. */
  readonly number: number;
  readonly evict: () => void;
}

/**
 * Creates the slots of uploads. A form takes none of an upload before its policy is verified. Where all slots of forms
 * are taken, the client with the most forms loses its oldest one to a client with fewer, so that nobody keeps others out
 * by opening forms and leaving them.
 */
export function createUploadSlots({ formsMax, uploadsMax, perClientMax }: SlotLimits): UploadSlots {
  const forms = new Map<string, Set<WaitingForm>>();
  const uploadsOfClient = new Map<string, number>();
  const uploadsOfAccount = new Map<string, number>();
  let waiting = 0;
  let running = 0;
  let number = 0;
  const formsOf = (client: string) => forms.get(client)?.size ?? 0;

  const remove = (client: string, form: WaitingForm) => {
    const own = forms.get(client);
    if (!own?.delete(form)) return;
    waiting -= 1;
    if (own.size === 0) forms.delete(client);
  };

  /** Returns whether a form of a client with more forms than this one has given way. */
  const evictFor = (client: string): boolean => {
    let longest: { readonly size: number; readonly oldest: WaitingForm } | undefined;
    for (const own of forms.values()) {
      const [oldest] = own;
      if (!oldest || (longest && own.size < longest.size)) continue;
      if (!longest || own.size > longest.size || oldest.number < longest.oldest.number) {
        longest = { size: own.size, oldest };
      }
    }
    if (!longest || longest.size <= formsOf(client)) return false;
    longest.oldest.evict();
    return true;
  };

  return {
    enter(client, onEvicted) {
      if (formsOf(client) + (uploadsOfClient.get(client) ?? 0) >= perClientMax) return 'client_full';
      if (waiting >= formsMax && !evictFor(client)) return 'all_taken';
      let leave = () => remove(client, form);
      number += 1;
      const form: WaitingForm = {
        number,
        evict() {
          remove(client, form);
          onEvicted();
        },
      };
      forms.set(client, (forms.get(client) ?? new Set()).add(form));
      waiting += 1;
      return {
        begin(account) {
          if (!forms.get(client)?.has(form) || running >= uploadsMax) return 'all_taken';
          if ((uploadsOfAccount.get(account) ?? 0) >= perClientMax) return 'account_full';
          remove(client, form);
          running += 1;
          add(uploadsOfClient, client, 1);
          add(uploadsOfAccount, account, 1);
          leave = () => {
            leave = () => undefined;
            running -= 1;
            add(uploadsOfClient, client, -1);
            add(uploadsOfAccount, account, -1);
          };
          return undefined;
        },
        leave: () => leave(),
      };
    },
  };
}

function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

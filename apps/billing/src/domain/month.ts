/** The first moment of the calendar month (UTC) that a moment lies in. */
export const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));

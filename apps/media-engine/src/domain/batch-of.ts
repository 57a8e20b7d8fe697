/** Returns the field of a check's events that names the batch that it is an item of; no field for a single check. */
export const batchOf = (batchId: string | null | undefined): { readonly batchId?: string } =>
  batchId ? { batchId } : {};

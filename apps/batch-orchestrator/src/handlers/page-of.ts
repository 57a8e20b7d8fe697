const pageSizeMax = 50;

/** Where a page begins and how long it is; pages count from 1. */
export function pageOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }) {
  const limit = Math.min(Math.max(pageSize, 1), pageSizeMax);
  return { offset: (Math.max(page, 1) - 1) * limit, limit };
}

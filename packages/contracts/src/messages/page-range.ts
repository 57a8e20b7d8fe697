const pageSizeMax = 50;

/**
 * Converts the page of a list request to the rows to read. A page below 1 is the first one; a size outside of 1 to 50
 * becomes the nearest of these.
 * @param request.page counts from 1
 */
export function pageRange({ page, pageSize }: { readonly page: number; readonly pageSize: number }): {
  readonly offset: number;
  readonly limit: number;
} {
  const limit = Math.min(Math.max(pageSize, 1), pageSizeMax);
  return { offset: (Math.max(page, 1) - 1) * limit, limit };
}

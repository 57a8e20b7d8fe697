/** Wraps a payload in the envelope, with its status. */
export const succeeded = <S extends 200 | 201, T>(status: S, data: T) => ({
  status,
  body: { success: true as const, data },
});

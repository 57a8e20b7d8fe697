/** How long a password may be, in characters; the backend holds it. */
export const passwordBounds = { minLength: 10, maxLength: 128 };

import { createTheme } from '@mantine/core';

/**
 * The look of the page. Variables of the theme are in `variables.css` and not made at run time: the page's policy
 * refuses style elements that scripts insert.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

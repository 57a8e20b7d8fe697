/**
 * Sets the reader's colour scheme before anything is drawn, so that a dark page does not flash white.
 * The name in storage is Mantine's, which keeps the choice.
 */
export function startScheme(): void {
  const chosen = stored();
  const isChosen = chosen === 'light' || chosen === 'dark';
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? chosen : system);
}

function stored(): string | null {
  try {
    return localStorage.getItem('mantine-color-scheme-value');
  } catch {
    return null;
  }
}

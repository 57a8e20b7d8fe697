/** The style of all pages of the documentation. Scalar's own colours follow the system's choice of light or dark too. */
export const styleSheet = `:root {
  --scalar-custom-header-height: 48px;
  --scalar-font: system-ui, sans-serif;
  --scalar-font-code: ui-monospace, monospace;
  color-scheme: light dark;
}
body { margin: 0; font-family: var(--scalar-font); }
.bar {
  box-sizing: border-box; height: 48px; padding: 0 16px; display: flex; gap: 20px; align-items: center;
  position: sticky; top: 0; z-index: 10; background: Canvas; border-bottom: 1px solid #8884;
}
.bar a { color: CanvasText; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
@media (max-width: 400px) { .bar { gap: 12px; font-size: 14px; } }
.bar .name { font-weight: 700; border-bottom: 3px solid #e5484d; }
.guide { display: grid; grid-template-columns: 240px minmax(0, 46rem); gap: 48px; padding: 24px 16px 64px; }
.guide main, .guide nav { grid-row: 1; }
.guide main { grid-column: 2; }
.guide nav ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 72px; }
.guide nav a { display: block; padding: 5px 10px; border-radius: 6px; color: inherit; text-decoration: none; }
.guide nav a:hover, .guide nav a[aria-current] { background: #8882; }
.guide nav a[aria-current] { font-weight: 600; }
.guide main { line-height: 1.6; }
.guide main a { color: LinkText; }
.guide h1, .guide h2, .guide h3 { line-height: 1.25; scroll-margin-top: 64px; }
.guide h2 { margin-top: 2em; }
.guide code { font-family: var(--scalar-font-code); font-size: 0.9em; background: #8882; padding: 1px 4px; border-radius: 4px; }
.guide pre { overflow-x: auto; padding: 12px 14px; border-radius: 8px; background: #8881; border: 1px solid #8883; }
.guide pre code { background: none; padding: 0; }
.guide table { display: block; overflow-x: auto; border-collapse: collapse; }
.guide th, .guide td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid #8884; }
@media (max-width: 800px) {
  .guide { display: block; }
  .guide nav { margin-top: 48px; border-top: 1px solid #8884; padding-top: 16px; }
}
`;

/** The mark in the tab of the browser. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect width="16" height="16" rx="3" fill="#1c1c1f"/><rect x="3" y="10" width="10" height="3" fill="#e5484d"/></svg>
`;

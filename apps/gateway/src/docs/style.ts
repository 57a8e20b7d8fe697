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
.bar .name { font-weight: 700; border-bottom: 3px solid #e5484d; }
`;

/** The mark in the tab of the browser. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect width="16" height="16" rx="3" fill="#1c1c1f"/><rect x="3" y="10" width="10" height="3" fill="#e5484d"/></svg>
`;

/**
 * Settings of Scalar's reference: it shows the document of this origin, and nothing is left on that asks another one. Its defaults are fonts, a proxy, telemetry, an assistant and a registry of its maker.
 */
export const referenceSettings = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  externalUrls: { dashboardUrl: '/docs', registryUrl: '/docs', proxyUrl: '', apiBaseUrl: '/docs' },
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // A key that is stored in the browser would outlive the reader.
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenAllTags: false,
  documentDownloadType: 'none',
} as const;

/** Returns the script that starts the reference in the element `reference` of its page. */
export const startScript = (): string =>
  `Scalar.createApiReference('#reference', ${JSON.stringify(referenceSettings, null, 2)});\n`;

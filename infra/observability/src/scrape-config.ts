import { stringify } from 'yaml';

export interface ScrapeOptions {
  /** Base URLs of ops ports, by what serves them. */
  readonly opsUrls: Readonly<Record<string, string>>;
  readonly rulesFile: string;
}

/** Renders the configuration of a Prometheus that scrapes processes at fixed addresses, and evaluates the rules. */
export const scrapeConfig = ({ opsUrls, rulesFile }: ScrapeOptions): string =>
  stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [rulesFile],
    scrape_configs: [
      {
        job_name: 'redline',
        static_configs: Object.values(opsUrls).map((url) => ({ targets: [new URL(url).host] })),
      },
    ],
  });

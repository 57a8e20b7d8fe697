import type { Site } from '@redline/contracts';

/** The resources of the API, in the order in which they are shown, each with the routes that belong to it. */
const resources = [
  ['text-checks', 'Text checks', 'Check a text, poll its record, have it rewritten', /Text(?:Checks?|Fix)$/],
  [
    'image-checks',
    'Image checks',
    'Check an image: the answer to the submission has the verdict',
    /ImageChecks?$/,
  ],
  ['video-checks', 'Video checks', 'Check a video: its frames and what is said', /VideoChecks?$/],
  ['video-reports', 'Video reports', 'Have a report of a video check written', /VideoReport$/],
  ['batches', 'Batches', 'Check up to forty texts, images and videos as one', /Batch(?:es)?$/],
  [
    'custom-rules',
    'Custom words',
    'Words of your own that every check looks for',
    /CustomRule(?:s|Quota|Settings)?$/,
  ],
  [
    'qualifications',
    'Qualification notices',
    'What a trade must show before it may advertise',
    /(?:Notices?|Dismissals)$/,
  ],
  [
    'webhooks',
    'Webhooks',
    'Addresses of yours that events are posted to, and what became of each',
    /Webhook(?:Endpoints?|EndpointSecret|Delivery|Deliveries)$/,
  ],
  ['account', 'Account', 'Credits, plan and usage', /Account$/],
  ['uploads', 'Uploads', 'Files without a public address of their own', /UploadPolicy$/],
] as const;

const siteNames: Readonly<Record<string, string>> = {
  us: 'US-English site',
  id: 'Indonesian-language site',
  main: 'Main Chinese-language site',
};

/** A tag as the document declares it. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** How reference pages show it. */
  readonly 'x-displayName': string;
}

/** Returns the tag of a route: `us-text-checks`. */
export function tagOf(site: Site, routeName: string): string {
  const found = resources.find(([, , , routes]) => routes.test(routeName));
  if (!found) throw new Error(`the route ${routeName} belongs to no resource`);
  return `${site.id}-${found[0]}`;
}

/** Returns the tags that are used, with descriptions, and their groups: one for each site, one for files. */
export function tagsOf(sites: readonly Site[], used: ReadonlySet<string>) {
  const groups = sites.map((site) => ({
    name: siteNames[site.id] ?? site.id,
    tags: resources
      .map(([name, title, description]) => ({
        name: `${site.id}-${name}`,
        description: `${description}. ${siteNames[site.id] ?? site.id}, below \`${site.prefix}\``,
        'x-displayName': title,
      }))
      .filter(({ name }) => used.has(name)),
  }));
  const files: Tag = {
    name: 'files',
    description: 'Uploads by form, and the files of checks; without an API key',
    'x-displayName': 'Files',
  };
  return {
    tags: [...groups.flatMap(({ tags }) => tags), files],
    'x-tagGroups': [
      ...groups.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
      { name: 'Every site', tags: [files.name] },
    ],
  };
}

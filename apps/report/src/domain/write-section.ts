import type { reportSections } from '@redline/contracts';
import type { Findings } from './findings/findings.ts';
import type { Section } from './stream/section.ts';

export type Heading = (typeof reportSections)[number];

/** Writes one section of a report from what was found. Never fails: what a model does not do, the embedded writer does. */
export type WriteSection = (heading: Heading, findings: Findings) => Promise<Section>;

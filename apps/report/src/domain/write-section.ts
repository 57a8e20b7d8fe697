import type { reportSections } from '@redline/contracts';
import type { Findings } from './findings/findings.ts';
import type { Section } from './stream/section.ts';

export type Heading = (typeof reportSections)[number];

/** Writes one section of a report from what was found. Never fails: if a model does, the embedded writer writes the section. */
export type WriteSection = (heading: Heading, findings: Findings) => Promise<Section>;

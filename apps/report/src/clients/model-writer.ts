import { ModelError, type Write } from '@redline/ai';
import { mainSite } from '@redline/contracts';
import type { Logger } from '@redline/service-kit/log';
import { embeddedBody, embeddedWriter } from '../domain/embedded-writer.ts';
import type { Findings } from '../domain/findings/findings.ts';
import { type Items, itemsOf } from '../domain/findings/items.ts';
import { problemOfProposal, proposalLengthMax } from '../domain/proposal.ts';
import type { Heading, WriteSection } from '../domain/write-section.ts';

export interface ModelWriterOptions {
  readonly write: Write;
  /** The model's name, for the record. */
  readonly model: string;
  readonly log: Logger;
  /** Told of each section: `answered`, the kind of the fault, or why the answer was not taken. */
  readonly onSection: (outcome: string) => void;
}

/**
 * The sections that a model writes, if they have findings. The data of the video and the citations are lists:
 * no prose makes them better.
 */
const asked: Partial<Readonly<Record<Heading, (items: Items) => boolean>>> = {
  总体结论: ({ visual, audio, spoken }) => visual.length + audio.length + spoken.length > 0,
  画面风险: ({ visual }) => visual.length > 0,
  语音与口播风险: ({ audio, spoken }) => audio.length + spoken.length > 0,
  修改建议: ({ visual, audio, spoken }) => visual.length + audio.length + spoken.length > 0,
};

/**
 * Creates a writer that has a model phrase the section of the embedded writer. Its proposal is accepted if it states the same facts (see
 * `problemOfProposal`); where it does, or there is none, the embedded one stands.
 */
export function modelWriter({ write, model, log, onSection }: ModelWriterOptions): WriteSection {
  return async (heading, findings) => {
    const items = itemsOf(findings);
    if (!asked[heading]?.(items)) return embeddedWriter(heading, findings);
    try {
      const body = await propose(write, heading, findings, items, onSection);
      return body === null ? await embeddedWriter(heading, findings) : { body, writer: `model:${model}` };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      onSection(error.kind);
      log.warn({ kind: error.kind }, 'the model did not write a section; the embedded writer did');
      return embeddedWriter(heading, findings);
    }
  };
}

async function propose(
  write: Write,
  heading: Heading,
  findings: Findings,
  items: Items,
  onSection: (outcome: string) => void,
): Promise<string | null> {
  const facts = embeddedBody(heading, findings);
  const language = mainSite.locales[0];
  const lengthMax = proposalLengthMax(facts);
  const { text } = await write({ section: heading, language, facts: facts.split('\n'), lengthMax });
  const body = text.trim();
  const fault = problemOfProposal({ text: body, facts, items });
  onSection(fault ?? 'answered');
  return fault === null ? body : null;
}

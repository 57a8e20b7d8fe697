import type { JsonObject } from './hoist.ts';
import id from './recorded/id.json' with { type: 'json' };
import main from './recorded/main.json' with { type: 'json' };
import us from './recorded/us.json' with { type: 'json' };

/** An exchange that the product had, with other ids, times and addresses. */
export interface RecordedExample {
  /** The body of the request; undefined where it had none. */
  readonly request?: JsonObject;
  readonly status: number;
  /** The body of the answer; the text of a stream. */
  readonly answer: JsonObject | string;
}

const recorded = { ...us, ...id, ...main } as unknown as Readonly<
  Record<string, RecordedExample | undefined>
>;

/**
 * Returns the recorded exchange of an operation; undefined for one that is new. `infra/acceptance` records them.
 * @param operationId as `us.createTextCheck`
 */
export const recordedExample = (operationId: string): RecordedExample | undefined => recorded[operationId];

/** The answer to an upload, and the form that it was sent in. */
export const uploadExample = {
  form: us['us.createUploadPolicy'].answer.data.fields,
  stored: us['us.uploads.post'].answer,
} as const;

/** The id of the report whose stream is the example, and the stream. */
export const reportExample = {
  id: main['main.getLatestVideoReport'].answer.data.id,
  stream: main['main.streamVideoReport'].answer,
} as const;

const [label] = us['us.getImageCheck'].answer.data.labels;

/** Examples of fields of answers, by their names. */
export const fieldExamples: Readonly<Record<string, unknown>> = {
  fields: uploadExample.form,
  boxes: label?.boxes,
  captions: us['us.getVideoCheck'].answer.data.captions,
};

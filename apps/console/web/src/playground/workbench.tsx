import { Button, Text } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAtLeast, type Session } from '../api/session.ts';
import type { Finding, TextCheck } from '../marks/findings.ts';
import { replacedIn } from '../marks/places.ts';
import { Problem } from '../parts/problem.tsx';
import { Code } from './code.tsx';
import { type Draft, keepDraft, readDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import { CheckPrice, Current, Edited, Length } from './editor-notes.tsx';
import { OptionFields } from './option-fields.tsx';
import { bodyOf, chosenIn, examples, textBounds } from './options.ts';
import { Result } from './result.tsx';
import { Rewrite } from './rewrite.tsx';
import { useActiveFinding } from './use-active-finding.ts';
import { useMarks } from './use-marks.ts';
import { useSubmit } from './use-submit.ts';
import classes from './workbench.module.css';

interface WorkbenchProps {
  readonly site: SiteId;
  readonly session: Session;
  readonly organizationId: string;
  /** The check at this address, if it is the address of one. */
  readonly check?: TextCheck;
}

/** A text, its check, and all that is done with it. */
export function Workbench({ site, session, organizationId, check }: WorkbenchProps) {
  const { t, i18n } = useTranslation();
  const [draft, setDraft] = useState<Draft>(() => draftFor(organizationId, site, check));
  const [undo, setUndo] = useState<{ readonly text: string; readonly findings: readonly Finding[] } | null>(
    null,
  );
  const input = useRef<HTMLTextAreaElement>(null);
  const marks = useMarks(check, draft.text);
  const active = useActiveFinding(marks.findings, input);
  const textId = useId();
  const hintId = useId();
  const mayEdit = isAtLeast(session, 'editor');
  const body = bodyOf(site, i18n.language, draft.text, draft.options);
  const submit = useSubmit(site, body, (id) => change({ ...draft, basedOn: id }));

  function change(next: Draft) {
    setDraft(next);
    keepDraft(organizationId, site, next);
  }
  function setText(text: string) {
    marks.move(draft.text, text);
    setUndo(null);
    change({ ...draft, text });
  }
  function apply(text: string) {
    setText(text);
    setUndo({ text: draft.text, findings: marks.findings });
  }
  function takeBack() {
    if (!undo) return;
    change({ ...draft, text: undo.text });
    marks.set(undo.findings);
    setUndo(null);
  }
  const isEdited = check?.status === 'completed' && draft.text !== check.text;
  const hasLength = draft.text.length >= textBounds.min && draft.text.length <= textBounds.max;
  return (
    <>
      <OptionFields
        site={site}
        body={body}
        onChange={(name, value) => change({ ...draft, options: { ...draft.options, [name]: value } })}
      />
      <div className={classes.columns} data-result={check ? true : undefined}>
        <form
          className={classes.text}
          onSubmit={(event) => {
            event.preventDefault();
            if (hasLength && mayEdit) submit.run();
          }}
        >
          <label className={classes.label} htmlFor={textId}>
            {t('check.text')}
          </label>
          <Editor
            id={textId}
            text={draft.text}
            findings={marks.findings}
            active={active.key}
            isReadOnly={!mayEdit}
            describedBy={hintId}
            input={input}
            onChange={setText}
            onCaret={active.fromCaret}
          />
          <div className={classes.under} id={hintId}>
            <Length length={draft.text.length} />
            {marks.findings.length > 0 && <span className={classes.keys}>{t('check.keys')}</span>}
          </div>
          <Current findings={marks.findings} active={active.key} onShowCard={active.showCard} />
          {isEdited && check && (
            <Edited before={check.text} after={draft.text} site={site}>
              {undo && (
                <Button variant="default" size="compact-sm" onClick={takeBack}>
                  {t('finding.undo')}
                </Button>
              )}
            </Edited>
          )}
          <div className={classes.actions}>
            {mayEdit ? (
              <Button type="submit" loading={submit.isRunning} disabled={!hasLength}>
                {check ? t('check.again') : t('check.submit')}
              </Button>
            ) : (
              <Text size="sm">{t('check.readOnly')}</Text>
            )}
            {mayEdit && draft.text === '' && (
              <Button
                variant="default"
                onClick={() => change({ ...draft, ...examples[site], basedOn: null })}
              >
                {t('check.example')}
              </Button>
            )}
            <CheckPrice site={site} body={body} isEnabled={mayEdit && hasLength && !submit.isRunning} />
          </div>
          {submit.error && <Problem error={submit.error} />}
        </form>
        {check && (
          <div className={classes.side}>
            <Result
              site={site}
              check={check}
              inText={marks.findings}
              active={active.key}
              mayEdit={mayEdit}
              onToggle={active.toggle}
              onShow={active.showInText}
              onReplace={(finding, words) => apply(replacedIn(draft.text, finding, words))}
            />
            {check.status === 'completed' && (
              <Rewrite site={site} check={check} maySubmit={mayEdit} text={draft.text} onUse={apply} />
            )}
          </div>
        )}
      </div>
      <Code call={{ site, apiUrl: session.apiUrl, body }} />
    </>
  );
}

/** The draft with which a page begins: the text of its check, or what was made of it; else what was being written. */
function draftFor(organizationId: string, site: SiteId, check: TextCheck | undefined): Draft {
  const kept = readDraft(organizationId, site);
  if (!check || kept.basedOn === check.id) return kept;
  return { text: check.text, options: { ...kept.options, ...chosenIn(check) }, basedOn: check.id };
}

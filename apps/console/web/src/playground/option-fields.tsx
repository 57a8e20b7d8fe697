import { Checkbox, NativeSelect } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { useTranslation } from 'react-i18next';
import type { CheckBody } from '../samples/samples.ts';
import { type OptionName, optionsOf } from './options.ts';
import { useOptionLabel } from './use-option-label.ts';
import classes from './workbench.module.css';

const labels = {
  platform: 'check.platform',
  vertical: 'check.vertical',
  industryVertical: 'check.vertical',
  productVertical: 'check.productVertical',
  sceneMode: 'check.sceneMode',
  explainLocale: 'check.explainLocale',
} as const satisfies Record<OptionName, string>;

interface OptionFieldsProps {
  readonly site: SiteId;
  readonly body: CheckBody;
  readonly onChange: (name: string, value: string | boolean) => void;
}

/** The choices of a check, as the contract of the site has them. */
export function OptionFields({ site, body, onChange }: OptionFieldsProps) {
  const { t, i18n } = useTranslation();
  const labelOf = useOptionLabel();
  return (
    <div className={classes.options}>
      {optionsOf(site, i18n.language).map(({ name, values }) => (
        <NativeSelect
          key={name}
          label={t(labels[name])}
          data={values.map((value) => ({ value, label: labelOf(value) }))}
          value={String(body[name])}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      ))}
      {site === 'main' && (
        <Checkbox
          className={classes.autoFix ?? ''}
          label={t('check.autoFix')}
          checked={body['autoFix'] === true}
          onChange={({ currentTarget }) => onChange('autoFix', currentTarget.checked)}
        />
      )}
    </div>
  );
}

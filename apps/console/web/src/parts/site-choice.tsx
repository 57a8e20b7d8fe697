import { SegmentedControl } from '@mantine/core';
import type { SiteId } from '@redline/client';
import { siteIds } from '@redline/contracts/sites';
import { useTranslation } from 'react-i18next';

interface SiteChoiceProps {
  readonly site: SiteId;
  readonly onChange: (site: SiteId) => void;
}

/** The choice of the market. */
export function SiteChoice({ site, onChange }: SiteChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl<SiteId>
      aria-label={t('siteLabel')}
      data={siteIds.map((id) => ({ value: id, label: t(`sites.${id}`) }))}
      value={site}
      onChange={onChange}
    />
  );
}

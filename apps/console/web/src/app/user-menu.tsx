import { Button, Menu, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Session, selectOrganization, signOut } from '../api/session.ts';
import { changeLanguage, type Language, languages } from '../i18n/index.ts';
import { forgetDrafts } from '../playground/draft.ts';
import { takeSession } from './query-client.ts';

const schemes = ['light', 'dark', 'auto'] as const;

/** The menu of the person: organisations, language, appearance, the way out. */
export function UserMenu({ session }: { readonly session: Session }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Without this Mantine inserts a style element, which the page's policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess() {
      forgetDrafts();
      // A new page, so that nothing of this person is left in memory.
      location.assign('/sign-in');
    },
  });
  const changing = useMutation({
    mutationFn: selectOrganization,
    onSuccess: (next) => {
      takeSession(client, next);
      void navigate({ to: '/' });
    },
  });
  const name = session.user?.name ?? '';
  return (
    <Menu position="bottom-end" withinPortal width={240}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" c="var(--mantine-color-text)">
          <span aria-hidden="true">{initialsOf(name)}</span>
          <VisuallyHidden>{t('app.menu', { name })}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {session.user?.email}
        </Menu.Label>
        {session.organizations.length > 0 && <Menu.Divider />}
        {session.organizations.length > 0 && <Menu.Label>{t('app.organization')}</Menu.Label>}
        <Menu.RadioGroup
          value={session.organization?.id ?? null}
          onChange={(id) => id !== session.organization?.id && changing.mutate(id)}
        >
          {session.organizations.map(({ id, name: organization, role }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {organization} · {t(`roles.${role}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('app.language')}</Menu.Label>
        <Menu.RadioGroup
          value={i18n.language}
          onChange={(language) => void changeLanguage(language as Language)}
        >
          {Object.entries(languages).map(([language, label]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('app.scheme')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof schemes)[number])}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`app.scheme_${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{t('account.title')}</Menu.Item>
        {session.localMail && (
          <Menu.Item onClick={() => void navigate({ to: '/mail' })}>{t('app.mail')}</Menu.Item>
        )}
        <Menu.Item onClick={() => leaving.mutate()}>{t('app.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Up to two first letters of a name; of a name without spaces the first character. */
const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase() || '☰';

import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: string;
  /** What can be done on the page, at its right. */
  readonly children?: ReactNode;
}

/** The head of a page; its title is that of the window as well. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Redline`;
  }, [title]);
  return (
    <div className={classes.head}>
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead !== undefined && <Text c="dimmed">{lead}</Text>}
      </div>
      {children}
    </div>
  );
}

import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';

interface FormProps {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A small form: its fields, what went wrong, and its button. */
export function Form({ submit, isBusy, error, onSubmit, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      <Stack>
        {children}
        {error !== null && error !== undefined && <Problem error={error} />}
        <Button type="submit" loading={isBusy} fullWidth>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

import './theme/mantine.css';
import './theme/variables.css';
import './theme/page.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './app/query-client.ts';
import { createPageRouter } from './app/router.tsx';
import { startScheme } from './app/start-scheme.ts';
import { startLanguages } from './i18n/index.ts';
import { theme } from './theme/theme.ts';

startScheme();
await startLanguages();
const queryClient = createQueryClient();
const router = createPageRouter(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

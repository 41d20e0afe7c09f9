// Starts the office in a browser.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { watchLostFocus } from '../../islands/ui/controls/lost-focus.ts'
import { copyPlain } from '../parts/plain.ts'
import { OfficeError } from '../session/api.ts'
import { openTexts } from '../session/language.ts'
import { sessionQuery } from '../session/session.ts'
import './office.css'
import { router } from './router.tsx'

/** Asks who is signed in when a call says that nobody is. */
function noticeSignOut(error: unknown): void {
  if (error instanceof OfficeError && error.status === 401)
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    // A refusal stays one; what did not arrive is asked for again.
    queries: {
      retry: (count, error) => count < 2 && error instanceof OfficeError && error.code === 'unreachable',
      staleTime: 2_000,
    },
  },
})

const place = document.getElementById('office')
if (place === null) throw new Error('The page has no place for the office')
const texts = await openTexts()
watchLostFocus(document)
copyPlain(document)
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>
  </StrictMode>,
)

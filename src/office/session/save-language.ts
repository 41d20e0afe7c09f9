// The language that a member chose, kept with their account.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { parseLanguage } from '../../i18n/language.ts'
import { api } from './api.ts'
import { SESSION_CHANGES, sessionQuery, useOwnSession } from './session.ts'

/** Stores the language of the own account. */
export async function storeLanguage(language: Language): Promise<void> {
  await api.put('/session/language', { language })
}

/** Saves the language of the account. The page changes at once; a poll that is under way does not change it back. */
export function useSaveLanguage(): (language: Language) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    scope: SESSION_CHANGES,
    mutationFn: storeLanguage,
    onMutate: async (language) => {
      await queries.cancelQueries({ queryKey: sessionQuery.queryKey })
      queries.setQueryData(sessionQuery.queryKey, (session) =>
        session === undefined || session.staff === null
          ? session
          : { ...session, staff: { ...session.staff, language } },
      )
    },
  })
  return mutate
}

/** Returns a function that makes the language of the page that of an account without one: what is sent out of the office needs one. */
export function useSettleLanguage(): () => Promise<void> {
  const { staff } = useOwnSession()
  const { i18n } = useTranslation('office')
  return async () => {
    if (staff.language === null) await storeLanguage(parseLanguage(i18n.language) ?? 'en')
  }
}

// What is wrong with the shop of a draft, in the words of a screen. The words are loaded where there is something to say.
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { parseLanguage } from '../../../i18n/language.ts'

const asTheyAre = (message: string): string => message

/** Returns a function that writes messages of the check in the language of the office; they are in English until its words are there. */
export function useFaultWords(isAny: boolean): (message: string) => string {
  const { i18n } = useTranslation()
  const language = parseLanguage(i18n.language) ?? 'en'
  const { data } = useQuery({
    queryKey: ['fault-words', language],
    queryFn: async () => {
      const { openFaultTranslator } = await import('./fault-words.ts')
      return { translate: await openFaultTranslator(language) }
    },
    enabled: isAny && language !== 'en',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.translate ?? asTheyAre
}
